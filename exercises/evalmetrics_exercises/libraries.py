"""What a function uses that is not there when it is graded."""

import builtins
import contextlib
import dis
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from types import CodeType, FunctionType, ModuleType
from typing import Any
from unittest import mock

THERE = {"numpy", "pandas", "dateutil", "six", "pytz", "tzdata", "tqdm", "matplotlib", "IPython"}  # or takes every call


def kept_out(function: Any) -> list[str]:
    """The installed packages that a function of a notebook uses and that are not there when it is graded, sorted."""
    return sorted(_not_there(set(_used(function, set()))))


@contextlib.contextmanager
def imports_noted(found: set[str]) -> Iterator[None]:
    """Note the packages of that kind that pandas imports meanwhile, as it does for a few of its own functions."""
    load = builtins.__import__

    def noting(name: str, *more: Any, **options: Any) -> Any:
        if str(sys._getframe(1).f_globals.get("__name__")).startswith("pandas."):
            found.update(_not_there({name.partition(".")[0]}))
        return load(name, *more, **options)

    with mock.patch.object(builtins, "__import__", noting):
        yield


def _not_there(names: set[str]) -> set[str]:
    strange = names - THERE - sys.stdlib_module_names - {"", "evalmetrics_exercises"}
    return strange & _installed() if strange else set()


@cache
def _installed() -> frozenset[str]:
    return frozenset({*packages_distributions(), "evalmetrics"})


def _used(value: Any, known: set[int]) -> Iterator[str]:
    """The package of a value; for a function or class of the notebook, those of all that its code loads or imports."""
    value = inspect.unwrap(value) if callable(value) else value
    if id(value) in known:
        return
    known.add(id(value))
    home = value.__name__ if isinstance(value, ModuleType) else str(getattr(value, "__module__", None) or "builtins")
    if type(value).__name__ == "ufunc" and getattr(sys.modules.get("scipy.special"), value.__name__, None) is value:
        home = "scipy"  # its functions of arrays do not say where they come from
    if isinstance(value, FunctionType) and home == "__main__":
        steps, names = list(_steps(value.__code__)), value.__globals__
        yield from (step.argval.partition(".")[0] for step in steps if step.opname == "IMPORT_NAME")
        for step in steps:
            if step.opname == "LOAD_GLOBAL" and step.argval in names:
                yield from _used(names[step.argval], known)
    elif isinstance(value, type) and home == "__main__":
        for part in vars(value).values():
            yield from _used(part, known)
    else:
        yield home.partition(".")[0]


def _steps(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)
