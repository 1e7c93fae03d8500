#!/usr/bin/python3
"""Stands in for the power profiles service of a desktop: each line of its input is the profile that it takes next, such
as power-saver."""

import sys

from gi.repository import Gio, GLib

# The name that the service had first, and the one it has now.
NAMES = ("net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles")


class Service:
    def __init__(self, name):
        self.name, self.path = name, f"/{name.replace('.', '/')}"
        self.profile = "balanced"
        xml = f'<node><interface name="{name}"><property name="ActiveProfile" type="s" access="read"/></interface></node>'
        interface = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.bus.register_object(self.path, interface, None, lambda *_: GLib.Variant("s", self.profile), None)
        Gio.bus_own_name_on_connection(self.bus, name, Gio.BusNameOwnerFlags.NONE, None, None)

    def take(self, profile):
        self.profile = profile
        changed = GLib.Variant("(sa{sv}as)", (self.name, {"ActiveProfile": GLib.Variant("s", profile)}, []))
        self.bus.emit_signal(None, self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)


def serve():
    services = [Service(name) for name in NAMES]
    loop = GLib.MainLoop()

    def heard(channel, _):
        line = channel.readline()
        if not line:
            loop.quit()
            return False
        for service in services:
            service.take(line.strip())
        return True

    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, heard)
    loop.run()


if __name__ == "__main__":
    serve()
