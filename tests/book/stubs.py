"""Write what `evalmetrics/` says of its public names: `names.py`, from where they load, and `__init__.pyi` for editors.

A function is public if its help page has an example, a class if it has no underscore.
"""

import importlib
import inspect
import pkgutil
import textwrap
from pathlib import Path
from types import ModuleType

import evalmetrics
from evalmetrics.kinds.base import Kind

PACKAGE = Path(evalmetrics.__file__).parent
BELOW = ("inputs", "fast", "kinds", "resampling", "execution", "names")  # ground that topics stand on
INSIDE = ("partitions.", "forensics.check", "forensics.possible.search")
INSIDE += ("forensics.variants.families", "forensics.variants.settings")
NAMES = '''"""Where the public names are defined: written by `make stubs`, read by `import evalmetrics`."""

LISTED = """
%s"""
LINES = LISTED.replace("\\n ", " ").strip().splitlines()
NAMES = {module: names.split() for module, names in (line.split(": ") for line in LINES)}
'''
STUB = '''"""Signatures of the public names, for editors and type checkers: written by `make stubs`."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .metric import Metric

_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)

def _metric(signature: Callable[_P, _R]) -> Metric[_P, _R]: ...
'''


def modules() -> list[ModuleType]:
    """All modules of the package that hold public names."""
    found = sorted(each.name for each in pkgutil.walk_packages(evalmetrics.__path__, "evalmetrics."))
    shown = (name for name in found if name.split(".")[1] not in BELOW and "._" not in name)
    return [importlib.import_module(name) for name in shown if not name.partition(".")[2].startswith(INSIDE)]


def public(module: ModuleType) -> list[str]:
    """The public names that a module defines."""
    if module.__name__ == "evalmetrics.metric":  # the one module that says itself what it hands out
        return sorted(module.__all__)
    own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__ and n[0] != "_"}
    functions = [n for n, v in own.items() if callable(v) and "Examples\n---" in (inspect.getdoc(v) or "")]
    classes = [n for n, v in own.items() if inspect.isclass(v) and n not in ("Source", "Card")]
    return sorted({*functions, *classes})


def names() -> str:
    """The text of `names.py`."""
    lines = []
    for module in modules():
        if listed := public(module):
            name = module.__name__.removeprefix("evalmetrics.")
            lines += textwrap.wrap(f"{name}: {' '.join(listed)}", 118, subsequent_indent=" ", break_on_hyphens=False)
    return NAMES % "".join(f"{line}\n" for line in lines)


def stub() -> str:
    """The text of `__init__.pyi`."""
    imports, metrics = [], []
    for module in modules():
        name = module.__name__.removeprefix("evalmetrics.")
        declared = [n for n in public(module) if isinstance(getattr(getattr(module, n), "kind", None), Kind)]
        if plain := [n for n in public(module) if n not in declared]:
            imports.append(f"from .{name} import ({', '.join(f'{n} as {n}' for n in plain)})")
        metrics += [f"@_metric\ndef {n}{_typed(getattr(module, n))}: ..." for n in declared]
    return "\n".join([STUB, *imports, "", "__version__: str", "", *metrics, ""])


def _typed(metric: object) -> str:
    parameters = inspect.signature(metric).parameters.values()  # type: ignore[arg-type]
    simple = [p.replace(annotation="Any", default=p.empty if p.default is p.empty else ...) for p in parameters]
    return str(inspect.Signature(simple)).replace("'Any'", "Any").replace("Ellipsis", "...") + " -> Any"


def main() -> None:
    """Write both."""
    (PACKAGE / "names.py").write_text(names(), encoding="utf-8")
    (PACKAGE / "__init__.pyi").write_text(stub(), encoding="utf-8")


if __name__ == "__main__":
    main()
