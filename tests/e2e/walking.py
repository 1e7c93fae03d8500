"""Looks through all that is shown for what a screen reader could not tell: widgets that take the keyboard and have no
name, pictures without a description, neighbors with the same name; and for what it would tell although it is not on
the screen."""

import re

from gi.repository import GLib

from tree import State, role, walk

PICTURES = ("image", "icon", "picture")
# A name like this is the name of a class: the widget was given none. What libadwaita has made is not checked for it.
CLASS = re.compile(r"(GtkMenuButton|GtkSwitch|Rf[A-Z]\w*)$")


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
    """Whether a node has a name: a button without one has the name of its class."""
    name = label(node).strip()
    return bool(name) and not CLASS.match(name)


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
            found.append(f"{names.count(name)} neighbors are called {name!r}: {path(node)}")
    return found


# What is read by itself; panels and the like are told by what is in them.
TOLD = ("label", "push button", "text", "check box", "radio button", "progress bar", "image",
        "status bar", "heading", "link", "list item", "combo box", "slider", "spin button")


# What GTK and libadwaita fold away in their own widgets: the other width of a switcher or of a button; besides, submenus
# and the rows of an expander.
OTHERS = re.compile("AdwSqueezer|AdwViewSwitcher$")
# Their windows, in which all pages lie behind one another.
WINDOWS = ("About", "Preferences", "GtkShortcutsWindow")


def phantoms(root):
    """What would be told though it cannot be seen: it is folded away, or has nothing in it."""
    return list(unseen(root, False))


def unseen(node, folded):
    kind = role(node)
    if not node.has(State.VISIBLE) or kind == "menu" or OTHERS.match(node.name) or is_expander(node):
        return
    if kind in ("frame", "dialog") and node.name in WINDOWS:
        return
    # A menu, a window and what scrolls out of sight have their own room.
    told = kind in TOLD or node.has(State.FOCUSABLE)
    folded = folded or has_no_room(node)
    if told and folded:
        yield f"cannot be seen, and is told: {path(node)}"
        return
    if kind == "push button" and "_" in node.name:
        yield f"is called with the mark of its access key: {path(node)}"
    if kind == "label" and not node.children and not (node.name.strip() or node.text.strip()):
        yield f"is a label that says nothing: {path(node)}"
    for child in node.children:
        yield from unseen(child, folded)


def is_expander(node):
    """Whether this is a list within a row of a list, which libadwaita alone makes."""
    return role(node) == "list" and "list item" in path(node)


def has_no_room(node):
    try:
        _, _, width, height = node.area
    except GLib.Error:
        # A window and the program itself have no place.
        return False
    return width <= 0 or height <= 0


def buttons(node):
    """The buttons right below a node that can be used."""
    return [child for child in node.children
            if role(child) == "push button"
            and child.has(State.SENSITIVE) and child.has(State.VISIBLE)]


class Sample:
    """A node of a tree that is made up, to see what the walk finds in it."""

    def __init__(self, kind, name="", states=(), children=(), description="", labelled_by=None,
                 size=(40, 20)):
        self.role_name, self.name, self.description = kind, name, description
        self.text, self.area = "", (0, 0, *size)
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
        ([button("GtkSwitch", "check box")], 1),
        ([button("Correspondence", "check box")], 0),
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


def unseen_samples():
    """Trees, each with the number of widgets in it that would be told although they are not on the screen."""
    there = (State.VISIBLE, State.SENSITIVE)

    def label(name, **more):
        return Sample("label", name, there, **more)

    def panel(*children, states=there, **more):
        return Sample("panel", states=states, children=children, **more)

    button = Sample("push button", "Cancel", (*there, State.FOCUSABLE))
    return [
        ([panel(label("3 games"))], 0),
        ([panel(label("3 games"), size=(200, 0))], 1),
        ([panel(panel(label("0 games so far"), button), size=(0, 0))], 2),
        ([panel(label("3 games"), size=(200, 0), states=())], 0),
        ([panel(label("3 games", size=(0, 0)))], 1),
        ([label("")], 1),
        ([label("", children=[Sample("link", "Help", there)])], 0),
        ([Sample("status bar", "", there)], 0),
        ([panel(size=(0, 0))], 0),
    ]
