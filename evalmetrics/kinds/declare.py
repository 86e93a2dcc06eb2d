"""The function that a declared metric is, with all that a metric has."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

from .base import Kind, kind_of, quietly
from .help_pages import form_of, help_page

COUNTS = ("statistics", "total", "score")  # what a metric has that is made of counts


class Given(functools.partial[Any]):
    """A metric some of whose options are settled; it has the attributes of the metric."""

    def __new__(cls, metric: Any, /, **options: Any) -> Given:
        """Names and values of options are checked here, not later."""
        kind = kind_of(metric)
        if kind is None:
            raise TypeError(f"options can be settled of a declared metric, got {metric!r}: use functools.partial")
        kind.settled(options, needed=())
        return super().__new__(cls, metric, **options)

    def __getattr__(self, name: str) -> Any:
        if name in ("kind", "card", "variants", "definition", "__name__"):
            return getattr(self.func, name)
        if name in COUNTS:
            taken = self.kind.scoring if name == "score" else self.kind.counting
            return functools.partial(_ask, self.func, name, **{n: v for n, v in self.keywords.items() if n in taken})
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"{self.__name__}.given({', '.join(f'{name}={value!r}' for name, value in self.keywords.items())})"

    def given(self, **options: Any) -> Given:
        """The metric with these options and the ones that were settled before."""
        return Given(self.func, **{**self.keywords, **options})


def declare(kind: Kind) -> Any:
    """The function that users call, with the attributes of a metric."""
    public = calling(kind)
    kind.public = public
    public.kind, public.card, public.variants, public.definition = kind, kind.card, kind.variants, kind.definition
    for name in COUNTS:
        setattr(public, name, functools.partial(_ask, public, name))
    public.given = functools.partial(Given, public)
    return public


def calling(kind: Kind) -> Any:
    """A function that calls a kind, with the name, the module and the completed help page of the definition."""

    def metric(*data: Any, **options: Any) -> Any:
        return kind(*data, **options)

    definition = kind.definition
    # In the namespace of the definition, so that doctest, pickle and editors find it where it is written.
    public: Any = FunctionType(metric.__code__, definition.__globals__, kind.name, None, metric.__closure__)
    functools.update_wrapper(public, definition)
    public.__signature__ = kind.signature
    form = kind.form if kind.result is None else form_of(kind.result, kind.form)
    describing = [*kind.checks.values(), *kind.parts, *kind.agree]
    public.__doc__ = help_page(definition, describing, kind.signature.parameters, kind.card, form)
    return public


def _ask(metric: Any, name: str, /, *data: Any, **options: Any) -> Any:
    """Call a method of the metric's kind; a partial of this goes to other processes by the name of the metric."""
    with quietly():
        return getattr(metric.kind, name)(*data, **options)
