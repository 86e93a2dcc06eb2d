"""What stands, while a notebook is graded, for that which is not there: libraries, figures, Jupyter, this package."""

import importlib.machinery
import json
import sys
import types
from typing import Any

SHOWING = ("matplotlib", "seaborn", "IPython", "ipywidgets")  # what they are told to show, nobody sees


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


class Quiet(types.ModuleType):
    """Takes every call and does nothing: what shows figures, or the notebook that a cell may talk to."""

    def _keep_quiet(self, *_: Any, **__: Any) -> Any:
        return self

    __call__ = __getitem__ = __setitem__ = __enter__ = _keep_quiet

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return (lambda *_, **__: (self, self)) if name == "subplots" else self

    def __iter__(self) -> Any:
        raise KeptOutError("what a figure or the notebook holds", "")

    def __mro_entries__(self, bases: Any) -> tuple[()]:
        return ()  # a class made from one is made from nothing

    def __bool__(self) -> bool:
        return False

    def __exit__(self, *_: object) -> None:
        """What is raised inside goes on."""


class AbsentModules:
    """Finds the modules that are kept out: those that only show something keep quiet, no other can be imported."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """A stand-in for `name`."""
        package = name.partition(".")[0]
        if package not in self._names:
            return None
        if package not in SHOWING:
            _refuse(name)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: Any) -> types.ModuleType:
        """A quiet one."""
        return Quiet(spec.name)

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Nothing to run."""


def _refuse(name: str) -> None:
    """Raise what is noted where a cell imports, and what is not where a library does, which may do without."""
    frame = sys._getframe(2)
    while "importlib" in frame.f_code.co_filename and frame.f_back:
        frame = frame.f_back
    if frame.f_globals.get("__name__") == "__main__":
        raise KeptOutError(name, ": write it with NumPy and pandas at most")
    raise ModuleNotFoundError(f"No module named {name!r}")


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
