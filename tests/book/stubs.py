"""Write what both packages say of their public names: `__init__.pyi`, for editors, and from where names load.

A function is public if its help page has an example, a class if it has no underscore.
"""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import evalmetrics
import evalmetrics_book
from evalmetrics.kinds.base import Kind
from evalmetrics.kinds.help_pages import entries_of, sections_of

LIBRARY, BOOK = Path(evalmetrics.__file__).parent, Path(evalmetrics_book.__file__).parent
BELOW = ("inputs", "fast", "kinds", "resampling", "execution")  # ground that topics stand on
SHOWN = ("kinds.source",)  # what is public of it
INSIDE = ("partitions.", "forensics.check", "forensics.possible.search")
INSIDE += ("forensics.variants.families", "forensics.variants.settings", "audit.coverage")
HEAD = '''"""Signatures of the public names, for editors and type checkers: written by `make stubs`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, ParamSpec, TypeVar

import pandas as pd
from numpy.typing import ArrayLike

from .metric import Metric

Data = ArrayLike | Iterable[Any]

_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)

def _metric(signature: Callable[_P, _R]) -> Metric[_P, _R]: ...

__version__: str
'''


def modules(package: ModuleType) -> list[ModuleType]:
    """All modules of a package that hold public names."""
    found = sorted(
        each.name.partition(".")[2] for each in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    )
    shown = (name for name in found if name in SHOWN or name.split(".")[0] not in BELOW)
    outer = (name for name in shown if not name.startswith(("_", *INSIDE)) and "._" not in name)
    return [importlib.import_module(f"{package.__name__}.{name}") for name in outer]


def public(module: ModuleType) -> list[str]:
    """The public names that a module defines."""
    if module.__name__ == "evalmetrics.metric":  # the one module that says itself what it hands out
        return sorted(module.__all__)
    own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__ and n[0] != "_"}
    functions = [n for n, v in own.items() if callable(v) and "Examples\n---" in (inspect.getdoc(v) or "")]
    classes = [n for n, v in own.items() if inspect.isclass(v) and n not in ("Source", "Card")]
    return sorted({*functions, *classes})


def of_library() -> str:
    """The text of the library's stub. `import evalmetrics` reads from it where a name is defined, line by line."""
    lines = [HEAD]
    for module in modules(evalmetrics):
        name = module.__name__.removeprefix("evalmetrics.")
        declared = [n for n in public(module) if isinstance(getattr(getattr(module, n), "kind", None), Kind)]
        others = imported(name, [n for n in public(module) if n not in declared])
        lines += others or [f"# from .{name}"] * bool(declared)
        lines += [f"@_metric\ndef {n}{_typed(getattr(module, n))}: ..." for n in declared]
    return "\n".join([*lines, ""])


def of_book() -> str:
    """The text of the book's stub, from which its package loads names."""
    lines = ['"""The public names, for editors and for the package, which loads them: written by `make stubs`."""', ""]
    for module in modules(evalmetrics_book):
        lines += imported(module.__name__.removeprefix("evalmetrics_book."), public(module))
    return "\n".join([*lines, ""])


def imported(module: str, names: list[str]) -> list[str]:
    """The line that imports names from a module, if there are any."""
    return [f"from .{module} import ({', '.join(f'{n} as {n}' for n in names)})"] * bool(names)


# How a docstring describes what goes in or comes out, by how the description begins, and the type that says the same.
TYPES = {
    r"(sequences?|arrays?|numbers|[Nn] numbers|four numbers|table|lists? of (\w )?(numbers|labels|tokens))\b": "Data",
    r"(lists?|sequence) of": "Sequence[Any]",
    r"DataFrame": "pd.DataFrame",
    r"Series": "pd.Series[float]",
    r"mapping": "Mapping[Any, Any]",
    r"(float|number)\b": "float",
    r"int\b": "int",
    r"bool\b": "bool",
    r"strings?\b": "str",
    r"text\b": "str | Sequence[Any]",
    r"(function|callable)\b": "Callable[..., Any]",
    r"None\b": "None",
}


def _typed(metric: Any) -> str:
    """The parameters of a metric and what it returns, with the types that its help page describes."""
    sections = sections_of(metric)
    described = {
        name.lstrip("*"): body.partition("\n")[0]
        for names, body in entries_of(sections.get("Parameters", "")).items()
        for name in names.split(", ")
    }
    parameters: list[str] = []
    for name, parameter in inspect.signature(metric).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        optional = " | None" * (parameter.default is None)
        kind = type_of(described.get(name, "").removesuffix(", optional")) + optional
        default = "" if parameter.default is parameter.empty else " = ..."
        parameters.append(f"{name}: {'Any' if kind == 'Any | None' else kind}{default}")
    returned = type_of(sections.get("Returns", "").partition("\n")[0])
    # What is a float or a Series by the call is Any: a union would have to be taken apart after every call.
    return f"({', '.join(parameters)}) -> {'Any' if '|' in returned else returned}"


def type_of(described: str) -> str:
    """The type that a description means: "int, or sequence of one per task" is `int | Data`."""
    if literal := re.match(r"\{(.*?)\}", described):
        found = [f"Literal[{literal[1]}]"] if "..." not in literal[1] else ["str"]
        rest = described[literal.end() :]
    else:
        found, rest = [], described
    for part in re.split(r",? or |; a(?= float)|, (?=array)", rest):
        known = (kind for start, kind in TYPES.items() if re.match(rf"(an? )?{start}", part.strip(" ,")))
        found += [next(known, "")]
    if re.match(r"[A-Z]\w+$", described) and hasattr(evalmetrics, described):
        found = [described]
    kinds = list(dict.fromkeys(kind for kind in found if kind)) or ["Any"]
    return " | ".join(kinds)


def main() -> None:
    (LIBRARY / "__init__.pyi").write_text(of_library(), encoding="utf-8")
    (BOOK / "__init__.pyi").write_text(of_book(), encoding="utf-8")


if __name__ == "__main__":
    main()
