"""What stands, while a notebook is graded, for that which is not there: libraries, figures, Jupyter, this package."""

import ast
import importlib.machinery
import json
import types
from typing import Any

SHOWING = ("matplotlib", "seaborn", "IPython", "ipywidgets")  # what they are told to show, nobody sees
NOWHERE = "__nowhere__"  # a name that no module has
CATCHING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
# What `typing` looks for in whatever stands in a type; "no" is an answer.
TYPES = ("__typing_subst__", "__typing_unpacked_tuple_args__", "__parameters__", "__origin__", "__unpacked__")


class KeptOutError(ModuleNotFoundError):
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
        if name in TYPES:
            raise AttributeError(name)
        return self._refuse()

    def __or__(self, other: Any) -> Any:
        return self  # in the type of an argument

    __ror__ = __getitem__ = __or__
    __call__ = __iter__ = _refuse


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
        if name == NOWHERE:
            raise KeptOutError(self.__name__, "")
        if name == "__version__":
            return "0"  # too old for whoever would use it
        if name == "__all__":  # of an import of everything
            raise KeptOutError(f"all of {self.__name__}", ": import by name what you need")
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "subplots":
            return subplots
        shows = self.__name__.partition(".")[0] in SHOWING
        return Quiet() if shows else Absent(f"{self.__name__}.{name}")


class AbsentModules:
    """Finds the modules that are kept out."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

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


def with_fallbacks(cell: ast.Module, kept_out: frozenset[str]) -> ast.Module:
    """The cell, in which an import of what is kept out fails at once where the notebook has another way ready.

    It has one where what catches the failure sets a name that would have been set: others only say something, or stop.
    """
    for node in ast.walk(cell):
        if isinstance(node, ast.Try):
            instead = [step for handler in node.handlers if _catches_imports(handler) for step in handler.body]
            if _names(instead) & _names(node.body):
                node.body = [_failing(step, kept_out - {*SHOWING}) for step in node.body]
    return cell


def _names(steps: list[ast.stmt]) -> set[str]:
    """The names that statements set."""
    nodes = [node for step in steps for node in ast.walk(step)]
    named = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    named |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return named | {node.asname or node.name.partition(".")[0] for node in nodes if isinstance(node, ast.alias)}


def _catches_imports(handler: ast.ExceptHandler) -> bool:
    named = ast.walk(handler.type) if handler.type else ()
    return handler.type is None or any(isinstance(node, ast.Name) and node.id in CATCHING for node in named)


def _failing(step: ast.stmt, kept_out: frozenset[str]) -> ast.stmt:
    """The statement; if it imports what is kept out, one that asks there for what no stand-in has."""
    names = [step.module or ""] if isinstance(step, ast.ImportFrom) else []
    names += [taken.name for taken in step.names] if isinstance(step, ast.Import) else []
    for name in names:
        if name.partition(".")[0] in kept_out:
            return ast.parse(f"from {name} import {NOWHERE}").body[0]
    return step


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


def exercises_module(variants: dict[str, Any]) -> types.ModuleType:
    """What a notebook knows as `evalmetrics_exercises`: the student's data, and a check that keeps still."""
    module = types.ModuleType("evalmetrics_exercises")
    module.check = lambda *_, **__: NoReport()  # type: ignore[attr-defined]
    module.student = lambda name="", *_, **__: Student(name)  # type: ignore[attr-defined]
    module.variant = lambda task, *_, **__: json.loads(json.dumps(variants[task]))  # type: ignore[attr-defined]
    return module
