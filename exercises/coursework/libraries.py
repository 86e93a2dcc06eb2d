"""What a function uses that is not there when it is graded."""

import dis
import inspect
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from types import CodeType, FunctionType, ModuleType
from typing import Any

THERE = {"numpy", "pandas", "dateutil", "six", "pytz", "tzdata", "tqdm", "matplotlib", "IPython"}  # or takes every call


def kept_out(function: Any) -> list[str]:
    """The installed packages that a function of a notebook uses and that are not there when it is graded, sorted."""
    found = set(_used(function, set())) - THERE - sys.stdlib_module_names
    return sorted(found & {*packages_distributions(), "evalmetrics"} - {"coursework"}) if found else []


def _used(value: Any, known: set[int]) -> Iterator[str]:
    """The package of a value; for a function of the notebook, those of all that its code loads or imports."""
    value = inspect.unwrap(value) if callable(value) else value
    home = value.__name__ if isinstance(value, ModuleType) else str(getattr(value, "__module__", None) or "builtins")
    if not isinstance(value, FunctionType) or home != "__main__":
        yield home.partition(".")[0]
    elif id(value) not in known:
        known.add(id(value))
        for step in _steps(value.__code__):
            if step.opname == "IMPORT_NAME":
                yield step.argval.partition(".")[0]
            elif step.opname == "LOAD_GLOBAL" and step.argval in value.__globals__:
                yield from _used(value.__globals__[step.argval], known)


def _steps(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)
