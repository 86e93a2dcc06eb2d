"""What a function uses that is not there when it is graded."""

import ast
import builtins
import contextlib
import dis
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
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
    """Note the packages of that kind that are imported meanwhile, as pandas does for a few of its own functions."""

    def noting(load: Callable[..., Any]) -> Callable[..., Any]:
        def loaded(name: str, *more: Any, **options: Any) -> Any:
            importer = str(sys._getframe(1).f_globals.get("__name__")).partition(".")[0]
            if importer not in THERE - {"pandas"} and not _not_there({importer}):  # whose own imports are no news
                found.update(_not_there({name.partition(".")[0]}))
            return load(name, *more, **options)

        return loaded

    with (
        mock.patch.object(builtins, "__import__", noting(builtins.__import__)),
        mock.patch.object(importlib, "import_module", noting(importlib.import_module)),
    ):
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
        loaded = {step.argval for step in steps if step.opname == "LOAD_GLOBAL" and step.argval in names}
        for other in [*(names[name] for name in loaded), *_worked_out_with({value.__name__, *loaded}, names)]:
            yield from _used(other, known)
    elif isinstance(value, type) and home == "__main__":
        for part in vars(value).values():
            yield from _used(part, known)
    elif type(value) in (dict, list, tuple):
        for part in value.values() if type(value) is dict else value:
            yield from _used(part, known) if callable(part) else ()
    else:
        yield home.partition(".")[0]


def _worked_out_with(wanted: set[str], names: Mapping[str, Any]) -> Iterator[Any]:
    """What the cells that ran used last to work out names and functions' defaults: a number does not show it."""
    left = set(wanted)
    for cell in reversed(names.get("In", [])):
        for made, expressions in _assignments(cell):
            used = {node.id for value in expressions for node in ast.walk(value) if isinstance(node, ast.Name)}
            yield from (names[name] for name in used if made & left and name in names)
            left -= made


@cache
def _assignments(cell: str) -> list[tuple[set[str], list[ast.expr]]]:
    """The names that the statements of a cell make, and the expressions that make them; the last one first."""
    found: list[tuple[set[str], list[ast.expr]]] = []
    with contextlib.suppress(SyntaxError, ValueError):
        for step in reversed(ast.parse(cell).body):
            if isinstance(step, ast.FunctionDef):
                found.append(({step.name}, [*step.args.defaults, *filter(None, step.args.kw_defaults)]))
            elif isinstance(step, ast.Assign | ast.AnnAssign | ast.AugAssign) and step.value:
                targets = step.targets if isinstance(step, ast.Assign) else [step.target]
                nodes = [node for target in targets for node in ast.walk(target)]
                found.append(({node.id for node in nodes if isinstance(node, ast.Name)}, [step.value]))
    return found


def _steps(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)
