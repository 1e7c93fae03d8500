"""What the program shows, as the accessibility bus tells it to a screen reader.

A walk begins with one glimpse of everything, for which the program is asked once; whatever is read
of a node that was kept from a walk or found is asked anew.
"""

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

State = Atspi.StateType
# How long the program may take to answer, in milliseconds. Asked again, it has as long again.
ANSWER = 10_000
SPI = "org.a11y.atspi"
ROOT = "/org/a11y/atspi/accessible/root"
WINDOW_COORDINATES = 1


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
        """The answer, which is taken apart only where somebody wants to know."""
        if cls.connection is None:
            cls.connection = connect()
        return cls.connection.call_sync(owner, path, interface, method, arguments, None,
                                        Gio.DBusCallFlags.NONE, ANSWER)


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


# The places of what the program tells of each node at once.
ITSELF, PARENT, COUNT, NAME, ROLE, DESCRIPTION, STATES = 0, 2, 4, 6, 7, 8, 9


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
        answer = Bus.call(self.owner, "/org/a11y/atspi/cache", f"{SPI}.Cache", "GetItems")
        items = answer.get_child_value(0)
        seen = {}
        for index in range(items.n_children()):
            item = items.get_child_value(index)
            seen[item.get_child_value(ITSELF).get_child_value(1).get_string()] = item
        # Of the program itself it is told that nothing is below it.
        seen.pop(ROOT, None)
        return Node(self.owner, self.path, seen)

    @property
    def now(self):
        """The same node, to be asked anew."""
        return Node(self.owner, self.path)

    def told(self, place):
        """What was told then; nothing where there was no glimpse, or nobody had looked at it before."""
        item = self.seen.get(self.path) if self.seen else None
        return None if item is None else item.get_child_value(place).unpack()

    def value(self, place, name):
        told = self.told(place)
        return self.current("Accessible", name) if told is None else told

    # --- What a node is -------------------------------------------------------------

    @property
    def name(self):
        return self.value(NAME, "Name")

    @property
    def description(self):
        return self.value(DESCRIPTION, "Description")

    @property
    def role_name(self):
        told = self.told(ROLE)
        return Atspi.role_get_name(Atspi.Role(self.ask("Accessible", "GetRole") if told is None else told))

    def has(self, state):
        low, high = self.told(STATES) or self.ask("Accessible", "GetState")
        return bool((low | high << 32) >> state & 1)

    @property
    def parent(self):
        return self.other(self.value(PARENT, "Parent"))

    @property
    def children(self):
        if self.told(COUNT) == 0:
            return []
        references = self.ask("Accessible", "GetChildren")
        return [Node(owner, path, self.seen) for owner, path in references if owner == self.owner]

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
    if node is not None:
        yield from below(node.glimpse())


def below(node):
    yield node
    for child in node.children:
        yield from below(child)


def role(node):
    """The role of a node, by the name that older GTK and AT-SPI have for it."""
    name = node.role_name
    return "push button" if name in ("button", "toggle button") else name


def called(node):
    """What a node is called. GTK 4.8 says the name of a button twice where a letter presses it, at
    times first with the mark of the letter; newer ones give no name to a status or a heading, and
    leave it to the text, where readers look."""
    name = node.name
    if not name and role(node) in ("status bar", "heading"):
        return node.text
    plain = name.replace("_", "")
    half = plain[:len(plain) // 2]
    return half if plain == f"{half} {half}" else name
