"""Options: which ones a function takes, what a metric's signature is made of, and checks of their values."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import arguments

Parameter = inspect.Parameter
Check = Callable[[Any, str], Any]  # from a value and its name to the value as the definition takes it, or an error


def options_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """The parameters of a function that are options: they have a default, or are given by name only."""
    parameters = inspect.signature(function).parameters
    options = (p.replace(annotation=p.empty) for p in parameters.values())
    return {p.name: p for p in options if p.kind is p.KEYWORD_ONLY or p.default is not p.empty}


def data_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters that are no options."""
    return tuple(name for name in inspect.signature(function).parameters if name not in options_of(function))


def counts_of(definition: Callable[..., Any], known: Sequence[str], what: str) -> tuple[str, ...]:
    """The counts that a definition takes; raises where it takes any that are not known."""
    taken = data_of(definition)
    if unknown := [name for name in taken if name not in known]:
        raise TypeError(
            f"{definition.__name__} takes {', '.join(unknown)}, but {what} {', '.join(known)}; "
            "give an option a default, or let it be given by name only"
        )
    return taken


def signature_of(samples: Sequence[Parameter], parts: Iterable[Mapping[str, Parameter]]) -> inspect.Signature:
    """Samples, then the options of all parts: required ones and those of definitions may follow by position."""
    options: dict[str, Parameter] = {}
    for part in parts:
        options = {**part, **options}
    required: list[Parameter] = []
    positional: list[Parameter] = []
    named: list[Parameter] = []
    for p in options.values():
        if p.default is p.empty:
            required.append(p.replace(kind=p.POSITIONAL_OR_KEYWORD))
        else:
            (named if p.kind is p.KEYWORD_ONLY else positional).append(p)
    return inspect.Signature([*samples, *required, *positional, *named])


def positive(value: Any, name: str) -> float:
    """A check: a finite number above 0."""
    return arguments.positive(value, name)


def share(value: Any, name: str) -> float:
    """A check: a number from 0 to 1."""
    return arguments.share(value, name)


def whole(least: int = 1) -> Check:
    """A check: a whole number of at least `least`."""
    return lambda value, name: arguments.whole_number(value, name, least=least)


class OneOf:
    """A check: one of a few values, which are the variants of a metric."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __call__(self, value: Any, name: str) -> Any:
        """The value, if it is one of them."""
        if not any(value is one or (type(value) is type(one) and value == one) for one in self.values):
            raise ValueError(f"{name} must be one of {', '.join(map(repr, self.values))}, got {arguments.shown(value)}")
        return value
