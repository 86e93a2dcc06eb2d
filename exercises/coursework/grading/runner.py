"""What runs inside the sandbox: a student's cells, and then whatever the judge asks of them.

Requests arrive as lines of JSON on one file descriptor, replies leave as lines of JSON on another. Nothing here is
trusted by the judge: a student's code shares this process and may do with it as it likes.
"""

import __future__

import ast
import contextlib
import ctypes
import importlib.machinery
import importlib.util
import inspect
import json
import os
import re
import resource
import struct
import sys
import types
import warnings
from textwrap import dedent
from typing import Any

LONGEST_REASON = 300
PR_SET_DUMPABLE, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 4, 22, 2


class KeptOutError(ImportError):
    """Something was used that is kept out. What a cell asked for first is noted: it may catch this and go on."""

    asked_for = ""

    def __init__(self, what: str, instead: str) -> None:
        super().__init__(f"{what} is not there while this is graded{instead}")
        KeptOutError.asked_for = KeptOutError.asked_for or what

    @classmethod
    def raise_if_noted(cls) -> None:
        """What a cell asked for and went on without."""
        if cls.asked_for:
            raise cls(cls.asked_for, ", and the cell went on without")


class Absent:
    """Something from a module that is kept out while tasks are graded: it can be imported, but not used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise KeptOutError(self._name, ": write it with NumPy and pandas at most")

    def __getattr__(self, name: str) -> Any:
        return self._refuse()

    def __or__(self, other: Any) -> Any:
        return self  # in the type of an argument

    __ror__ = __or__
    __call__ = __iter__ = __getitem__ = _refuse


class Quiet:
    """Takes every call and does nothing: a figure, or the notebook that a cell may talk to."""

    def _keep_quiet(self, *_: Any, **__: Any) -> Any:
        return self

    __getattr__ = __call__ = __getitem__ = __setitem__ = __enter__ = __or__ = __ror__ = _keep_quiet

    def __iter__(self) -> Any:
        raise KeptOutError("what a figure or the notebook holds", "")

    def __mro_entries__(self, bases: Any) -> tuple[()]:
        return ()  # a class made from one is made from nothing

    def __bool__(self) -> bool:
        return False

    def __exit__(self, *_: object) -> None:
        """What is raised inside goes on."""


class Axes(Quiet):
    """The axes of a figure, in rows and columns."""

    def __init__(self, rows: int = 1, columns: int = 1) -> None:
        self._sizes = rows, columns

    def __iter__(self) -> Any:
        rows, columns = self._sizes
        return iter([Axes(1, columns)] * rows if min(self._sizes) > 1 else [Quiet()] * max(self._sizes))

    def __getattr__(self, name: str) -> Any:
        if name == "flat":
            return Axes(1, self._sizes[0] * self._sizes[1])
        return (lambda *_, **__: self.flat) if name in ("ravel", "flatten") else self


def subplots(nrows: int = 1, ncols: int = 1, *_: Any, **__: Any) -> Any:
    """A figure and what it shows."""
    return Quiet(), Quiet() if nrows == ncols == 1 else Axes(nrows, ncols)


class AbsentModule(types.ModuleType):
    """Stands for a module that is kept out, so that a first cell with many imports still runs."""

    def __getattr__(self, name: str) -> Any:
        if name == "__version__":
            return "0"  # too old for whoever would use it
        if name == "__all__":  # of an import of everything
            raise KeptOutError(f"all of {self.__name__}", ": import by name what you need")
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "subplots":
            return subplots
        shows = self.__name__.partition(".")[0] in ("matplotlib", "seaborn", "IPython", "ipywidgets")
        return Quiet() if shows else Absent(f"{self.__name__}.{name}")


class AbsentModules:
    """Finds the modules that are kept out."""

    def __init__(self, names: list[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """A stand-in for `name`."""
        if name.partition(".")[0] not in self._names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: Any) -> types.ModuleType:
        """An empty stand-in."""
        return AbsentModule(spec.name)

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Nothing to run."""


class Student(str):
    """A student as notebooks know one; which data are whose has been decided outside."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name as it was written."""
        return str(self)


class NoReport:
    """What `check` returns while the notebook is graded; that a cell looked at it is noted."""

    what = "what check says"

    def __getattr__(self, name: str) -> Any:
        raise KeptOutError(self.what, ": the notebook has to hold the answer itself")

    def __str__(self) -> str:
        KeptOutError(self.what, "")
        return ""

    __repr__ = __str__


def coursework_module(variants: dict[str, Any]) -> types.ModuleType:
    """What a notebook knows as `coursework`: the student's data, and a check that keeps still."""
    module = types.ModuleType("coursework")
    module.check = lambda *_, **__: NoReport()  # type: ignore[attr-defined]
    module.student = lambda name="", *_, **__: Student(name)  # type: ignore[attr-defined]
    module.NotYetError = AssertionError  # type: ignore[attr-defined]
    module.variant = lambda task, *_, **__: json.loads(json.dumps(variants[task]))  # type: ignore[attr-defined]
    return module


class Notebook:
    """The names that cells define, and the statements that may work once all cells have run."""

    def __init__(self, request: dict[str, Any]) -> None:
        for limit, value in request["limits"].items():
            limit_to(getattr(resource, limit), value)
        if request["filter"]:
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # a crash starts no program outside
            load(bytes.fromhex(request["filter"]))
        sys.path += [*request["paths"], os.getcwd()]  # a cell may write a module and import it
        if request["kept_out"]:
            sys.meta_path.insert(0, AbsentModules(request["kept_out"]))
        sys.modules["coursework"] = coursework_module(request["variants"])
        sys.modules["__main__"] = main = types.ModuleType("__main__")
        self.names = main.__dict__
        quiet = Quiet()
        self.names.update(display=quiet, get_ipython=quiet, help=quiet, In=[], Out={})
        self._later: dict[int, list[types.CodeType]] = {}
        self._future = 0  # flags of the compiler: what a cell takes from there holds for those that follow

    def run(self, cell: int, source: str) -> None:
        """Run a cell, statement by statement; the first error is raised once all of them have had their turn.

        So a plot that cannot be drawn here does not keep the function below it from being defined.
        """
        body = ast.parse(as_python(source)).body
        errors: list[BaseException] = []
        KeptOutError.asked_for = ""
        self._later[cell] = []
        for step in body:
            try:
                flags = self._future | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
                code = compile(ast.Module([step], []), "<cell>", "exec", flags, dont_inherit=True)
                if isinstance(step, ast.ImportFrom) and step.module == "__future__":
                    for taken in step.names:
                        self._future |= getattr(__future__, taken.name).compiler_flag
                self._execute(code)
            except BaseException as error:
                errors.append(error.with_traceback(None))
                self._later[cell] += [code] if isinstance(error, NameError) else []
        if errors:
            raise errors[0]
        KeptOutError.raise_if_noted()

    def run_again(self, cell: int) -> None:
        """Run the statements that missed a name once more; what they define gives way to what was defined since."""
        since = {name: value for name, value in self.names.items() if value is not None}
        KeptOutError.asked_for = ""
        try:
            for code in self._later[cell]:
                self._execute(code)
        finally:
            self.names.update(since)
        KeptOutError.raise_if_noted()

    def _execute(self, code: types.CodeType) -> None:
        result = eval(code, self.names)
        if code.co_flags & inspect.CO_COROUTINE:  # a cell may await what need not wait
            with contextlib.suppress(StopIteration):
                result.send(None)
                raise RuntimeError("nothing can be waited for here")

    def value(self, name: str) -> Any:
        """What the notebook calls by that name."""
        if name not in self.names:
            raise LookupError(f"nothing in the notebook is called {name}")
        return self.names[name]


def limit_to(limit: int, value: int) -> None:
    """Lower one of this process's limits for good; where the machine's own is lower, that one holds."""
    _, most = resource.getrlimit(limit)
    least = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(limit, (least, least))


def load(rules: bytes) -> None:
    """Have the kernel refuse what a filter refuses, from now on and for good."""
    steps = ctypes.create_string_buffer(rules, len(rules))
    described = struct.pack("HP", len(rules) // 8, ctypes.addressof(steps))
    unused = ctypes.c_ulong(0)
    if ctypes.CDLL(None).prctl(PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), described, unused, unused):
        raise OSError("the kernel takes no second filter")


# Magics whose argument is code that leaves its names; of all others only the name that takes what they return is left.
RUN_ANYWAY = ("time", "capture", "prun")
CELL_MAGIC = re.compile(r"\s*%%(\w*) *(-a|--append)? *([^\n]*)\n?")
TARGET = r"((?:[\w, .\[\]\"']+=\s*)?)"
RUN = re.compile(r"(\s*)%run\s+(?:-\w+\s+)*([^\s'\"]+\.py)\s*$")
TIMED = re.compile(rf"(\s*){TARGET}%time\s+(.*)")
MAGIC = re.compile(rf"(\s*){TARGET}(?:%|!|\?)|(\s*)[^#]*\?\s*$")


def as_python(source: str) -> str:
    """A cell as plain Python: what speaks to the notebook (% ! ?) is left out where it does not parse."""
    if magic := CELL_MAGIC.match(source):
        body, mode = source[magic.end() :], "a" if magic[2] else "w"
        if magic[1] in ("writefile", "file"):
            opened = f"open({magic[3].strip()!r}, {mode!r}, encoding='utf-8')"
            return f"with {opened} as file:\n    file.write({body!r})\ndel file"
        source = body if magic[1] in RUN_ANYWAY else ""
    return parsable(source) or parsable(dedent(source)) or source


def parsable(source: str) -> str:
    """Code without the lines for the notebook at which a parser stumbles, none in a string is; "" if that is not it."""
    lines = source.split("\n")
    for _ in range(len(lines) + 1):
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            if not 0 <= at < len(lines) or (plain := without_magic(lines[at])) == lines[at]:
                return ""
            goes_on, lines[at] = lines[at].endswith("\\") and not plain.endswith("\\"), plain
            while goes_on and (at := at + 1) < len(lines):
                goes_on, lines[at] = lines[at].endswith("\\"), ""
        else:
            return "\n".join(lines)
    return ""


def without_magic(line: str) -> str:
    """A line without a prompt, and without what only a notebook understands."""
    line = re.sub(r"^(\s*)(>>>|\.\.\.:?) ?", r"\1", line)
    if timed := TIMED.match(line):
        return timed[1] + timed[2] + timed[3]
    if run := RUN.match(line):
        return f"{run[1]}exec(open({run[2]!r}, encoding='utf-8').read())"
    if magic := MAGIC.match(line):
        indent, target = magic[1] or magic[3] or "", magic[2]
        return f"{indent}{target}None" if target else f"{indent}pass"
    return line


def answer(request: dict[str, Any], notebook: Notebook, exchange: Any) -> Any:
    """Do what one request asks."""
    if request["do"] == "run":
        return notebook.run(request["cell"], request["source"])
    if request["do"] == "run again":
        return notebook.run_again(request["cell"])
    value = notebook.value(request["name"])
    if request["do"] == "call":
        with warnings.catch_warnings():  # nor does `check` mind them, whatever filter a cell has set
            warnings.simplefilter("ignore")
            value = value(**exchange.arguments_out(request["arguments"]))
    try:
        return exchange.plain(value)
    except TypeError as error:
        raise TypeError(f"what came back cannot be read: {error}") from None


def reason(error: BaseException) -> str:
    """An exception in one line."""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = "(an exception that cannot be printed)"
    return f"{type(error).__name__}: {text}"[:LONGEST_REASON] if text else type(error).__name__


def serve(requests: int, replies: int, exchange: Any) -> None:
    """Answer line by line until nobody asks any more."""
    notebook: Notebook
    write, dumps = os.write, json.dumps
    with os.fdopen(requests, encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            reply = {"id": request["id"]}
            try:
                if request["do"] == "prepare":
                    notebook = Notebook(request)
                    reply["value"] = None
                else:
                    reply["value"] = answer(request, notebook, exchange)
                text = dumps(reply)
            except BaseException as error:
                text = dumps({"id": request["id"], "error": reason(error), "kind": type(error).__name__[:80]})
            data = text.encode() + b"\n"
            while data:
                data = data[write(replies, data) :]


if __name__ == "__main__":
    os.dup2(1, 2)  # where output goes: nowhere
    spec = importlib.util.spec_from_file_location("exchange", sys.argv[3])
    assert spec is not None
    assert spec.loader is not None
    exchange_module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(exchange_module)
    serve(int(sys.argv[1]), int(sys.argv[2]), exchange_module)
