"""Looks through whatever is shown for what a screen reader could not tell: things that take the
keyboard and have no name, pictures nobody describes, neighbours that are called the same."""

import re

from tree import State, role, walk

PICTURES = ("image", "icon", "picture")
# Where this is a name, nobody gave one. What libadwaita has made is not looked at so closely.
CLASS = re.compile(r"(GtkMenuButton|Rf[A-Z]\w*)$")


def label(node):
    """A name, or where a node has none, that of what labels it."""
    if node.name:
        return node.name
    labels = node.labels
    if labels:
        target = labels[0]
        # GTK 4.18 labels the items of menus by what it hides.
        hidden = role(node).endswith("menu item") and role(target) == "invalid"
        return "hidden" if hidden else target.name
    if role(node) == "list item":
        # A row that is read as a whole, by what is written in it.
        return " ".join(inner.name for inner in walk(node) if role(inner) == "label")
    return ""


def is_told(node):
    """Whether a node has a name: a button that has none is told by that of its class. The window
    of shortcuts is GTK's own."""
    name = label(node).strip()
    return bool(name) and not (CLASS.match(name) and "'GtkShortcutsWindow'" not in path(node))


def hands_on(node):
    """Whether this is a pane that is scrolled, or holds a list: what is in it is what is read."""
    holds = role(node) in ("scroll pane", "list") or any(
        role(child) == "list item" for child in node.children)
    return holds and any(label(inner) for inner in walk(node) if inner is not node)


def path(node):
    """Where a node is, from the window down."""
    names = []
    while node is not None and role(node) != "application":
        names.append(f"{role(node)} {node.name[:40]!r}")
        node = node.parent
    return " > ".join(reversed(names))


def faults(root):
    """What is wrong below a node, in words; nothing where all is well."""
    found = []
    for node in walk(root):
        kind, focusable = role(node), node.has(State.FOCUSABLE)
        if focusable and not is_told(node) and not hands_on(node):
            found.append(f"takes the keyboard and has no name: {path(node)}")
        if focusable and kind in PICTURES and not node.description.strip():
            found.append(f"takes the keyboard, is a picture and has no description: {path(node)}")
        names = [child.name for child in buttons(node)]
        for name in sorted({name for name in names if name and names.count(name) > 1}):
            found.append(f"{names.count(name)} neighbours are called {name!r}: {path(node)}")
    return found


def buttons(node):
    """The buttons right below a node that can be used."""
    return [child for child in node.children
            if role(child) == "push button"
            and child.has(State.SENSITIVE) and child.has(State.VISIBLE)]


class Sample:
    """A node of a tree that is made up, to see what the walk finds in it."""

    def __init__(self, kind, name="", states=(), children=(), description="", labelled_by=None):
        self.role_name, self.name, self.description = kind, name, description
        self.states, self.children = set(states), list(children)
        self.labels = [labelled_by] if labelled_by else []
        self.parent = None
        for child in self.children:
            child.parent = self

    def glimpse(self):
        return self

    def has(self, state):
        return state in self.states


def samples():
    """Trees with the number of faults that there are in them."""
    usable = (State.FOCUSABLE, State.SENSITIVE, State.VISIBLE)

    def button(name, kind="push button"):
        return Sample(kind, name, usable)

    word = Sample("label", "First Player")
    return [
        ([button("Back"), button("Menu")], 0),
        ([button("Back"), button("")], 1),
        ([button("Back"), button("  ", "toggle button")], 1),
        ([button("Back"), button("GtkMenuButton", "toggle button")], 1),
        ([Sample("panel", children=[Sample("panel", children=[button("", "menu item")])])], 1),
        ([Sample("text", "", usable, labelled_by=word), word], 0),
        ([Sample("text", "", usable)], 1),
        ([Sample("image", "Chess board", usable)], 1),
        ([Sample("image", "Chess board", usable, description="White to move")], 0),
        ([Sample("image")], 0),
        ([Sample("list item", "", usable, [Sample("label", "No Clock")])], 0),
        ([Sample("list item", "", usable, [Sample("panel")])], 1),
        ([Sample("scroll pane", "", usable, [button("New Game")])], 0),
        ([Sample("scroll pane", "", usable, [Sample("label", "A long text")])], 0),
        ([Sample("scroll pane", "", usable, [Sample("panel")])], 1),
        ([Sample("list", "", usable, [Sample("list item", "No Clock")])], 0),
        ([Sample("panel", "", usable, [Sample("list item", "No Clock")])], 0),
        ([Sample("list", "", usable, [Sample("list item")])], 1),
        ([Sample("menu item", "", usable, labelled_by=Sample("invalid"))], 0),
        ([Sample("menu item", "", usable, labelled_by=Sample("label"))], 1),
        ([Sample("push button", "", usable, labelled_by=Sample("invalid"))], 1),
        ([button("Back"), button("Back", "button")], 1),
        ([Sample("panel", children=[button("More")]), Sample("panel", children=[button("More")])], 0),
        ([button("Accept"), Sample("push button", "Accept", [State.FOCUSABLE])], 0),
    ]
