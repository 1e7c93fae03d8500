"""What a file uses: the programs that it starts, Python modules, typelibs, libraries of meson.build, fonts."""

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict

BUILT_IN = set(subprocess.run(["bash", "-c", "compgen -b"], check=True, capture_output=True, text=True).stdout.split())
# Commands that start another program: the first of their arguments that looks like one.
STARTERS = set("command dbus-run-session env exec nice nohup setsid sudo timeout xargs xvfb-run".split())
# Calls of Python's that start what they are given, and those that only hand it on.
PYTHON_STARTERS = {"run", "Popen", "check_call", "check_output", "which", "execvp", "execvpe", "system"}
HANDED_ON = {"str", "which", "list", "map", "imagemagick"}
# Programs that the modules of meson start.
BEHIND = {"i18n.gettext": "msgfmt", "i18n.merge_file": "msgfmt"}

NAME = re.compile(r"[A-Za-z][\w.+-]*")
PROGRAM_FILE = re.compile(r"(?:/usr)?(?:/local)?/s?bin/([\w.+-]+)")
FONT = re.compile(r"[\w-]+\.[ot]tf\b")
REQUIRED = re.compile(r"""require_version\(\\?["'](\w+)\\?["'], *\\?["']([\d.]+)""")


class Uses:
    """What one file uses, as pairs of kind and name."""

    def __init__(self, path, text, local):
        self.path, self.text, self.local, self.found = path, text, local, set()

    def add(self, kind, name):
        self.found.add((kind, name))

    def command(self, words, functions=()):
        """The words of one command, as far as they are known; the others are None."""
        head, rest = words[0], [word for word in words[1:] if word]
        if head is None:
            return
        if whole := PROGRAM_FILE.fullmatch(head):
            head = whole[1]
        if NAME.fullmatch(head) and head not in BUILT_IN and head not in functions:
            self.add("program", head)
        if head == "cargo":
            self.add("program", next((f"cargo {word}" for word in rest if NAME.fullmatch(word)), head))
        elif head in ("sh", "bash") and "-c" in rest[:-1]:
            self.shell(rest[rest.index("-c") + 1])
        elif head == "trap" and any(words[1:2]):
            self.shell(words[1], functions)
        elif head in STARTERS:
            starts = [at for at, word in enumerate(rest) if NAME.fullmatch(word) or PROGRAM_FILE.fullmatch(word)]
            if starts:
                self.command(rest[starts[0]:])

    # --- Shell: shfmt reads it ---

    def shell(self, text, functions=()):
        parsed = subprocess.run(["shfmt", "--language-dialect", "bash", "--to-json"], input=text, text=True,
                                capture_output=True)
        if parsed.returncode:
            sys.exit(f"{self.path}: {parsed.stderr.strip()}")
        calls, functions = [], set(functions)

        def walk(node):
            if isinstance(node, list):
                for part in node:
                    walk(part)
            elif isinstance(node, dict):
                if node.get("Type") == "CallExpr" and node.get("Args"):
                    calls.append([literal(word) for word in node["Args"]])
                elif node.get("Type") == "FuncDecl":
                    functions.add(node["Name"]["Value"])
                walk(list(node.values()))

        walk(json.loads(parsed.stdout))
        for words in calls:
            self.command(words, functions)

    # --- Python ---

    def python(self, tree, calls):
        values, parameters = bound(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.module(alias.name)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                self.module(node.module)
                if node.module == "gi.repository":
                    for alias in node.names:
                        self.add("typelib", alias.name)
            elif isinstance(node, ast.Call) and node.args and name_of(node.func) in PYTHON_STARTERS:
                for words in self.commands(node.args[0], values, parameters, calls, set()):
                    self.command(words)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\nimport " in node.value:
                # A program of a few lines for a Python of its own.
                try:
                    self.python(ast.parse(node.value), calls)
                except SyntaxError:
                    pass

    def module(self, name):
        name = name.split(".")[0]
        if name not in sys.stdlib_module_names and name not in self.local:
            self.add("module", name)

    def commands(self, node, values, parameters, calls, seen):
        """Every command, as a list of words, that an expression can stand for."""
        if node in seen:
            return []
        seen.add(node)

        def again(*nodes):
            return [words for part in nodes for words in self.commands(part, values, parameters, calls, seen)]

        match node:
            case ast.Constant(value=str(value)):
                return [value.split() or [None]]
            case ast.List(elts=[first, *rest]) | ast.Tuple(elts=[first, *rest]):
                known = [getattr(part, "value", None) for part in rest]
                known = [word if isinstance(word, str) else None for word in known]
                return [[*words, *known] for words in again(first)]
            case ast.ListComp(generators=[ast.comprehension(iter=value)]) | ast.Starred(value=value) \
                    | ast.BinOp(left=value, op=ast.Add()):
                return again(value)
            case ast.BinOp(op=ast.Div(), right=ast.Constant(value=str(value))):
                return [] if value in self.local else [[value]]
            case ast.BoolOp(values=several):
                return again(*several)
            case ast.IfExp(body=body, orelse=other):
                return again(body, other)
            case ast.Call(func=func, args=[*_, argument]) if name_of(func) in HANDED_ON:
                return again(argument)
            case ast.Name() | ast.Attribute():
                name = name_of(node)
                return again(*values[name], *(part for function, at in parameters[name]
                                              for part in given(calls[function], name, at)))
        return []

    # --- Rust, meson, and what any text tells ---

    def rust(self):
        for program in re.findall(r'Command::new\(\s*"([^"]+)"', self.text):
            self.command([program])
        for script in re.findall(r'"-c",\s*"((?:[^"\\]|\\.)*)"', self.text):
            self.shell(script.replace('\\"', '"'))

    def meson(self):
        for program in re.findall(r"find_program\('([^']+)'", self.text):
            self.add("program", program)
        for program in re.findall(r"(\w+_\w+_\w+): true", self.text.partition("gnome.post_install(")[2]):
            self.add("program", program.replace("_", "-"))
        for library, version in re.findall(r"dependency\('([^']+)'(?:, version: '>= ([\d.]+)')?", self.text):
            self.add("lib", f"{library} {version}".strip())

    def text_alone(self):
        for name, version in REQUIRED.findall(self.text):
            self.add("typelib", f"{name} {version}")
        for font in FONT.findall(self.text):
            self.add("font", font)
        for program in re.findall(rf"""["' ]{PROGRAM_FILE.pattern}["' ]""", self.text):
            self.add("program", program)
        for call, program in BEHIND.items():
            if f"{call}(" in self.text:
                self.add("program", program)


def literal(word):
    """A word of the shell's, where nothing in it is put in while it runs."""
    parts = [part for outer in word["Parts"] for part in outer.get("Parts", [outer])]
    return "".join(part["Value"] for part in parts) if all("Value" in part for part in parts) else None


def name_of(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def bound(tree):
    """The expressions that each name of a file gets, and the parameters: name to [(function, place)]."""
    values, parameters = defaultdict(list), defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                values[name_of(target)].append(node.value)
        elif isinstance(node, (ast.For, ast.comprehension)):
            values[name_of(node.target)] += getattr(node.iter, "elts", [])
        elif isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.posonlyargs + node.args.args]
            own = names[:1] in (["self"], ["cls"])
            for at, name in enumerate(names + ([node.args.vararg.arg] if node.args.vararg else [])):
                if at >= own:
                    parameters[name].append((node.name, at - own))
    return values, parameters


def given(calls, name, at):
    """What a parameter gets, by its name or its place."""
    for call in calls:
        yield from [keyword.value for keyword in call.keywords if keyword.arg == name] + call.args[at:][:1]
