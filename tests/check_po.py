#!/usr/bin/env python3
"""Breaks translations of a made-up program in every way that build-aux/check-po should find, and checks that it
does."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MENU = """<interface>
  <menu id="menu">
    <section>
      <item><attribute name="label" translatable="yes">_Open</attribute></item>
    </section>
    <section>
      <submenu>
        <attribute name="label" translatable="yes">_Sort</attribute>
        <item><attribute name="label" translatable="yes">O_ldest First</attribute></item>
      </submenu>
      <item><attribute name="label" translatable="yes">Re_name</attribute></item>
    </section>
  </menu>
  <object class="GtkBox">
    <child><object class="GtkButton">
      <property name="label" translatable="yes">_Cancel</property>
      <property name="use-underline">True</property>
    </object></child>
    <child><object class="GtkButton">
      <property name="label" translatable="yes" context="page">_Delete</property>
      <property name="use-underline">True</property>
    </object></child>
  </object>
</interface>
"""
WORDS = """//! Words.
fn won(name: &str) -> String { gettext_f("{name} wins", &[("name", name)]) }
fn moves(count: u32) -> String { ngettext_f("{count} move", "{count} moves", count, &[]) }
fn menu() { item(&gettext("_Copy")); item(&pgettext("clipboard", "_Paste")); }
fn letters() -> String { pgettext("piece letters", "K Q R B N") }
fn dialog() { answer(&gettext("_Place")); }
"""
TRANSLATION = r"""msgid ""
msgstr ""
"Project-Id-Version: made-up\n"
"PO-Revision-Date: 2026-11-21 00:00+0000\n"
"Last-Translator: Nobody\n"
"Language-Team: German\n"
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "_Open"
msgstr "Ö_ffnen"

msgid "_Sort"
msgstr "_Sortieren"

msgid "O_ldest First"
msgstr "Älteste _zuerst"

msgid "Re_name"
msgstr "_Umbenennen"

msgid "_Cancel"
msgstr "_Abbrechen"

msgctxt "page"
msgid "_Delete"
msgstr "_Löschen"

msgid "{name} wins"
msgstr "{name} gewinnt"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "Ein Zug"
msgstr[1] "{count} Züge"

msgid "_Copy"
msgstr "_Kopieren"

msgctxt "clipboard"
msgid "_Paste"
msgstr "_Einfügen"

msgid "_Place"
msgstr "Setz_en"

msgctxt "piece letters"
msgid "K Q R B N"
msgstr "K D T L S"
"""
PO, UI, RUST, FILES = "po/de.po", "resources/ui/menu.ui", "src/words.rs", "po/POTFILES.in"
ALL, LESS = "100.0 %  12 of 12", "91.6 %  11 of 12"

# The case; the file, the text that is replaced in it, and its replacement; whether check-po passes (None: only without
# --release); and what check-po says.
CASES = [
    ("nothing is wrong", PO, "", "", True, ALL),
    ("a string is missing", PO, '\nmsgid "{name} wins"\nmsgstr "{name} gewinnt"\n', "", None, LESS),
    ("a string is empty", PO, '"{name} gewinnt"', '""', None, LESS),
    ("a string is fuzzy", PO, 'msgid "{name} wins"', '#, fuzzy\nmsgid "{name} wins"', None, LESS),
    ("all forms of a plural are empty", PO, '"Ein Zug"\nmsgstr[1] "{count} Züge"', '""\nmsgstr[1] ""',
     None, LESS),
    ("what is fuzzy shows nowhere", PO, 'msgid "{name} wins"\nmsgstr "{name} gewinnt"',
     '#, fuzzy\nmsgid "{name} wins"\nmsgstr "{who} gewinnt"', None, LESS),
    ("a letter is free as long as it shows nowhere", PO, 'msgid "_Open"\nmsgstr "Ö_ffnen"',
     '#, fuzzy\nmsgid "_Open"\nmsgstr "_Starten"', None, LESS),
    ("another placeholder", PO, "{name} gewinnt", "{who} gewinnt", False, "other placeholders"),
    ("a lost placeholder", PO, "{name} gewinnt", "Gewonnen", False, "other placeholders"),
    ("a placeholder lost in a plural", PO, "{count} Züge", "{zahl} Züge", False, "other placeholders"),
    ("an empty form of a plural", PO, '"{count} Züge"', '""', False, "a plural form is empty"),
    ("an old plural", PO, "{count} moves", "{count} of them", False, "the plural is out of date"),
    ("a form too few", PO, 'msgstr[1] "{count} Züge"\n', "", False, "plural form"),
    ("a rule for other plurals", PO, "nplurals=2", "nplurals=3", False, "nplurals = 3"),
    ("a letter twice across sections", PO, "_Umbenennen", "Um_fbenennen", False, "'Ö_ffnen' and 'Um_fb"),
    ("a submenu beside an item", PO, "Ö_ffnen", "_starten", False, "'_starten' and '_Sortieren'"),
    ("a letter again in a submenu", PO, "Älteste _zuerst", "Ä_lteste _zuerst", True, ALL),
    ("a letter twice on a page", PO, "_Löschen", "Lösch_a", False, "'_Abbrechen' and 'Lösch_a'"),
    ("a letter twice in a function", PO, "_Einfügen", "_Klar", False, "'_Kopieren' and '_Klar'"),
    ("a letter twice in English", UI, "Re_name", "_order", False, f"{UI}: '_Open' and '_order'"),
    ("a letter twice in English, in Rust", RUST, "_Paste", "Paste _copy", False, f"{RUST}: '_Copy' and"),
    ("an underscore that is meant", UI, "Re_name", "Re__order", None, LESS),
    ("a spelling that is not American", UI, "_Open", "_Colour", False, "'Colour' is not said"),
    ("a word for which there is another", RUST, "_Copy", "_Look Through", False, "'Look Through' is not"),
    ("a word that has lost against another", UI, "_Open", "_Tip", False, "'Tip' is not said"),
    ("the name of a placeholder", RUST, "{name} wins", "{guard} wins", None, LESS),
    ("words that are no string", RUST, 'gettext("_Place")', "gettext(place)", False, "gettext needs a plain string"),
    ("words that C reads otherwise", RUST, 'item(&gettext', "let quote = r#\"\"\"#; item(&gettext", False, "was not found"),
    ("two pieces with one letter", PO, "K D T L S", "K D T L T", False, "not five different letters"),
    ("a piece without a letter", PO, "K D T L S", "KDTLS", False, "not five different letters"),
    ("an unlisted file", FILES, UI, "", False, f"{UI} has strings but is not in"),
    ("a listed file that is gone", FILES, UI, f"{UI}\nsrc/gone.rs", False, "lists src/gone.rs"),
    ("no translation of a language", "po/LINGUAS", "\nde", "\nde nl", False, "po/nl.po is in LINGUAS"),
    ("what msgfmt does not read", PO, '"Ö_ffnen"', '"Ö_ffnen', False, "msgfmt --check po/de.po"),
]


def lay(root):
    """The made-up program, with nothing wrong."""
    (root / "build-aux").mkdir(parents=True)
    for script in ("check-po", "extract-strings"):
        shutil.copy(ROOT / "build-aux" / script, root / "build-aux")
    application = "data/io.github.rankandfile.RankAndFile"
    for name, text in {
        f"{application}.desktop.in": "[Desktop Entry]\n",
        f"{application}.metainfo.xml.in": "<component/>\n",
        f"{application}.gschema.xml": "<schemalist/>\n",
        UI: MENU, RUST: WORDS, PO: TRANSLATION, "po/LINGUAS": "# Languages\nde\n", FILES: f"{UI}\n{RUST}\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


def judge(root, case):
    """What is wrong with the answers to a case, in a folder of its own; empty where nothing is."""
    what, file, before, after, good, said = case
    text = (root / file).read_text("utf-8")
    if before not in text:
        return f"{what}: {before!r} is not in {file}"
    (root / file).write_text(text.replace(before, after), "utf-8")
    complaints = ""
    # A missing translation passes, except with --release. That option is the stricter one, so a case that passes
    # with it, or fails without it, need not be run both ways.
    asked = {True: [["--release"]], False: [[]], None: [[], ["--release"]]}[good]
    for options in asked:
        run = subprocess.run([root / "build-aux/check-po", *options], capture_output=True, text=True,
                             env={**os.environ, "LC_ALL": "C.UTF-8"})
        passed, output = run.returncode == 0, run.stdout + run.stderr
        if passed != (good is True or (good is None and not options)) or said not in output:
            complaints += f"{what}: check-po {options} gave {run.returncode} and said\n{output}"
    return complaints


with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor() as pool:
    # All scripts are written before the first is started: one that a new process still has open for writing cannot be.
    roots = [pathlib.Path(scratch, str(number)) for number, _ in enumerate(CASES)]
    for root in roots:
        lay(root)
    complaints = [*filter(None, pool.map(judge, roots, CASES))]
if complaints:
    sys.exit("\n".join(complaints))
print(f"check-po tells {len(CASES)} cases apart")
