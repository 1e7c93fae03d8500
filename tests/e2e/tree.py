"""What the program shows, as the accessibility bus tells it to a screen reader.

A walk begins with one glimpse of everything, for which the program is asked once, and again where
the walk comes to many new nodes. A node that was found, or kept from an earlier walk, asks the program anew at each
read.
"""

import ast
import functools
import re
import time
from typing import NamedTuple

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

State = Atspi.StateType
# How long the program may take to answer, in milliseconds. Asked again, it has as long again.
ANSWER = 10_000
SPI = "org.a11y.atspi"
ROOT = "/org/a11y/atspi/accessible/root"
WINDOW_COORDINATES = 1
# What the page of a stack is; with a name, for there are other panels.
PANEL = int(Atspi.Role.PANEL)


def connect():
    """The accessibility bus of this session."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None,
                                None, Gio.DBusCallFlags.NONE, -1).unpack()[0]
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)


class Bus:
    """The connection that all nodes share, made when it is first needed."""

    connection = None

    @classmethod
    def call(cls, owner, path, interface, method, arguments=None):
        """The answer, which is unpacked only where a caller needs it."""
        if not method.startswith("Get"):
            Glimpse.forget()
        if cls.connection is None:
            cls.connection = connect()
            Children.watch(cls.connection)
        return cls.connection.call_sync(owner, path, interface, method, arguments, None,
                                        Gio.DBusCallFlags.NONE, ANSWER)

    @classmethod
    def call_all(cls, owner, paths, interface, method):
        """The unpacked answers of many nodes, which are all asked before the first has answered."""
        answers = {}

        def answered(connection, answer, path):
            try:
                answers[path] = connection.call_finish(answer).unpack()[0]
            except GLib.Error as error:
                answers[path] = error
        for path in paths:
            cls.connection.call(owner, path, interface, method, None, None,
                                Gio.DBusCallFlags.NONE, ANSWER, None, answered, path)
        while len(answers) < len(paths):
            GLib.MainContext.default().iteration(True)
        for answer in answers.values():
            if isinstance(answer, GLib.Error):
                raise answer
        return answers


def program(process):
    """The root of the tree of the process with this number; nothing while it shows no window."""
    for owner, path in Node(f"{SPI}.Registry", ROOT).ask("Accessible", "GetChildren"):
        try:
            number, = Bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                               "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,))).unpack()
        except GLib.Error:
            continue
        if number == process:
            root = Node(owner, path)
            return root if root.children else None
    return None


# What the program tells of each node at once, as GVariant writes it: the node, the program, the parent, its place there,
# how many children it has, interfaces, name, role, description, and states.
TEXT = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
TOLD = re.compile(rf"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('([^']*)', '([^']*)'\), (-?\d+), (-?\d+), \[[^]]*\], "
                  rf"{TEXT}, (\d+), {TEXT}, \[(\d+), (\d+)\]\)")


class Told(NamedTuple):
    """What is told of a node."""

    parent: tuple
    index: int
    count: int
    name: str
    role: int
    description: str
    states: tuple


def unquoted(text):
    return ast.literal_eval(text) if "\\" in text else text[1:-1]


class Glimpse:
    """What the program tells of every node at one moment, also of those that are hidden."""

    # From so many new nodes on it is less work to have everything told again than to ask each.
    MANY = 32
    # Seconds for which the next wait may begin with what the last one ended with, if nothing is done between them.
    SOON = 0.005
    last, offered, ended = None, None, 0.0

    @classmethod
    def of(cls, owner):
        """What the program tells now, or told a moment ago where a wait begins."""
        seen, cls.offered = cls.offered, None
        cls.last = seen if seen and seen.owner == owner else cls(owner)
        return cls.last

    @classmethod
    def wait_begins(cls):
        soon = time.monotonic() - cls.ended < cls.SOON
        cls.last, cls.offered = None, cls.last if soon else None

    @classmethod
    def wait_ends(cls):
        cls.offered, cls.ended = None, time.monotonic()

    @classmethod
    def forget(cls):
        """Something is done: what was told is not so any more."""
        cls.last = cls.offered = None

    def __init__(self, owner):
        self.owner = owner
        self.items, self.below, self.many = {}, {}, self.MANY
        # Of nodes that were not told of, as they were when they were asked.
        self.names, self.children = {}, {}
        self.read()

    def read(self):
        """Asks for everything."""
        answer = Bus.call(self.owner, "/org/a11y/atspi/cache", f"{SPI}.Cache", "GetItems")
        Children.settle()
        self.items.clear()
        self.below.clear()
        self.met = 0
        told = TOLD.findall(answer.print_(False))
        if len(told) != answer.get_child_value(0).n_children():
            raise ValueError("what is told of some nodes cannot be read")
        for found in told:
            path, owner, parent, index, count, name, role_number, description, low, high = found
            self.items[path] = Told((owner, parent), int(index), int(count), unquoted(name), int(role_number),
                                    unquoted(description), (int(low), int(high)))
            if path != ROOT:
                self.below.setdefault(parent, []).append((int(index), path))

    def meet(self, paths):
        """Takes note of nodes that were asked for, and of what is below those that are new: the program tells of them
        from then on."""
        while (new := [path for path in paths if path not in self.items]) and self.met < self.many:
            self.met += len(new)
            self.children |= Children.ask(self.owner, new)
            paths = [child for path in new for child in self.children[path]]
        if self.met >= self.many:
            # There will be more.
            self.many *= 2
            self.read()

    def signature(self, path):
        """What the glimpse tells of the children of a node. Nothing for a node that it does not have, or where GTK does
        not say when the children are shown and hidden: those are the pages of a stack in GTK 4.8, and what is on a page
        in 4.18. Nothing for the program itself either, of which the glimpse says that it has no children."""
        item = self.items.get(path)
        if item is None or path == ROOT or item.name and item.role == PANEL:
            return None
        below = sorted(self.below.get(path, []))
        if any(self.items[child].name and self.items[child].role == PANEL for _, child in below):
            return None
        return item.count, below


class Children:
    """The children of each node: asked for once, and again after the program has told of a change. As GTK does not tell
    of every change, an answer that is older than ten seconds is asked for again, too."""

    FRESH = 10
    known, since = {}, 0.0

    @classmethod
    def of(cls, node):
        """The paths of the children that a node has now."""
        if node.seen and node.path in node.seen.children:
            return node.seen.children[node.path]
        place = node.owner, node.path
        signature = node.seen and node.seen.signature(node.path)
        if signature and signature[0] == 0:
            return []
        if cls.holds(cls.known.get(place), signature):
            return cls.known[place][1]
        references = node.ask("Accessible", "GetChildren")
        paths = [path for owner, path in references if owner == node.owner]
        if node.seen:
            if signature or not node.told:
                cls.known[place] = signature, paths
            node.seen.meet(paths)
        return paths

    @classmethod
    def ask(cls, owner, nodes):
        """The paths of the children of nodes that were not told of yet, by the paths of the nodes."""
        answers = Bus.call_all(owner, nodes, f"{SPI}.Accessible", "GetChildren")
        found = {node: [path for other, path in references if other == owner] for node, references in answers.items()}
        cls.known |= {(owner, node): (None, paths) for node, paths in found.items()}
        return found

    @staticmethod
    def holds(known, signature):
        """Whether what is known is still so. A node that is new was asked before anything was told of it."""
        if known is None or signature is None:
            return False
        before, paths = known
        return signature == (before or (len(paths), list(enumerate(paths))))

    @classmethod
    def changed(cls, _connection, owner, path, _interface, event, _what):
        if event == "ChildrenChanged":
            cls.known.pop((owner, path), None)

    @classmethod
    def watch(cls, connection):
        """Listens to what programs tell of changes; `settle` takes note of it, and a wait ends. GTK 4.18 tells only of
        kinds of changes for which a listener is registered."""
        connection.call_sync(f"{SPI}.Registry", "/org/a11y/atspi/registry", f"{SPI}.Registry", "RegisterEvent",
                             GLib.Variant("(sass)", ("object:", [], "")), None,
                             Gio.DBusCallFlags.NONE, ANSWER)
        connection.signal_subscribe(None, f"{SPI}.Event.Object", None, None, None,
                                    Gio.DBusSignalFlags.NONE, cls.changed)

    @classmethod
    def settle(cls):
        while GLib.MainContext.default().iteration(False):
            pass
        if time.monotonic() - cls.since > cls.FRESH:
            cls.forget()

    @classmethod
    def forget(cls):
        cls.known, cls.since = {}, time.monotonic()


@functools.cache
def role_called(number):
    return Atspi.role_get_name(Atspi.Role(number))


class Node:
    """A node of the tree. With a glimpse it says what was told then, without it what is so now."""

    def __init__(self, owner, path, glimpse=None):
        self.owner, self.path, self.seen = owner, path, glimpse

    def __eq__(self, other):
        return isinstance(other, Node) and (self.owner, self.path) == (other.owner, other.path)

    def __hash__(self):
        return hash((self.owner, self.path))

    def ask(self, interface, method, arguments=None):
        answer = Bus.call(self.owner, self.path, f"{SPI}.{interface}", method, arguments).unpack()
        return answer[0] if answer else None

    def current(self, interface, name):
        wanted = GLib.Variant("(ss)", (f"{SPI}.{interface}", name))
        return Bus.call(self.owner, self.path, "org.freedesktop.DBus.Properties", "Get",
                        wanted).unpack()[0]

    def other(self, reference):
        """The node that a reference stands for; nothing where it stands for none."""
        owner, path = reference
        return Node(owner, path, self.seen) if owner == self.owner else None

    # --- At a glance ------------------------------------------------------------

    def glimpse(self):
        """The same node, with all that the program tells of every node at this moment."""
        if self.seen is not None:
            return self
        return Node(self.owner, self.path, Glimpse.of(self.owner))

    @property
    def now(self):
        """The same node, to be asked anew."""
        return Node(self.owner, self.path)

    @property
    def told(self):
        """What was told then; nothing where there was no glimpse, or no one had looked at it before."""
        return self.seen.items.get(self.path) if self.seen else None

    # --- What a node is -------------------------------------------------------------

    @property
    def name(self):
        if self.told:
            return self.told.name
        if self.seen is None:
            return self.current("Accessible", "Name")
        if self.path not in self.seen.names:
            self.seen.names[self.path] = self.current("Accessible", "Name")
        return self.seen.names[self.path]

    @property
    def description(self):
        return self.told.description if self.told else self.current("Accessible", "Description")

    @property
    def role_name(self):
        return role_called(self.told.role if self.told else self.ask("Accessible", "GetRole"))

    def has(self, state):
        low, high = self.told.states if self.told else self.ask("Accessible", "GetState")
        return bool((low | high << 32) >> state & 1)

    @property
    def parent(self):
        return self.other(self.told.parent if self.told else self.current("Accessible", "Parent"))

    @property
    def children(self):
        return [Node(self.owner, path, self.seen) for path in Children.of(self)]

    @property
    def attributes(self):
        return [f"{key}:{value}" for key, value in self.ask("Accessible", "GetAttributes").items()]

    @property
    def labels(self):
        """The nodes that label this one."""
        return [self.other(target) for kind, targets in self.ask("Accessible", "GetRelationSet")
                if kind == Atspi.RelationType.LABELLED_BY for target in targets]

    @property
    def area(self):
        """Where it lies in its window: left, top, width and height."""
        coordinates = GLib.Variant("(u)", (WINDOW_COORDINATES,))
        return self.ask("Component", "GetExtents", coordinates)

    # --- Text and actions ------------------------------------------------------------

    @property
    def text(self):
        length = self.current("Text", "CharacterCount")
        return self.ask("Text", "GetText", GLib.Variant("(ii)", (0, length)))

    def write(self, text):
        """Writes this in the place of what was there."""
        self.ask("EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))

    @property
    def actions(self):
        """The names of the actions that it offers."""
        try:
            return [name for name, _, _ in self.ask("Action", "GetActions")]
        except GLib.Error:
            return []

    def act(self):
        """Does the first of its actions."""
        return self.ask("Action", "DoAction", GLib.Variant("(i)", (0,)))


def walk(node):
    """Everything below a node of the tree, parents first, all as it was at the same moment."""
    waiting = [] if node is None else [node.glimpse()]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def role(node):
    """The role of a node, by the name that older GTK and AT-SPI have for it."""
    name = node.role_name
    if name in ("button", "toggle button", "radio button"):
        return "push button"
    return "panel" if name == "grouping" else name


def called(node):
    """What a node is called. GTK 4.8 gives the name of a button with an access key twice, at times first with the mark
    of the key; newer versions give no name to a status or a heading, and readers take the text instead."""
    name = node.name
    if not name and role(node) in ("status bar", "heading"):
        return node.text
    plain = name.replace("_", "")
    half = plain[:len(plain) // 2]
    return half if plain == f"{half} {half}" else name
