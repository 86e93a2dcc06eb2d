"""What functions take: which of their parameters are data and which are options, and the signature of a metric."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Parameter = inspect.Parameter


def options_of(function: Callable[..., Any], also: Iterable[str] = ()) -> dict[str, Parameter]:
    """The parameters of a function that are options: they have a default, are given by name only, or are named here."""
    parameters = inspect.signature(function).parameters.values()
    options = (p.replace(annotation=p.empty) for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD))
    return {p.name: p for p in options if p.kind is p.KEYWORD_ONLY or p.default is not p.empty or p.name in also}


def data_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters that are no options."""
    parameters, options = inspect.signature(function).parameters, options_of(function)
    if unnamed := [str(p) for p in parameters.values() if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]:
        raise TypeError(f"{function.__name__} takes {' and '.join(unnamed)}: give each parameter a name of its own")
    return tuple(name for name in parameters if name not in options)


def counts_of(definition: Callable[..., Any], known: Sequence[str], what: str, *, after: int = 0) -> tuple[str, ...]:
    """The counts that a definition takes, `after` so many other things; raises where it takes unknown ones."""
    taken = data_of(definition)[after:]
    if unknown := [name for name in taken if name not in known]:
        raise TypeError(
            f"{definition.__name__} takes {', '.join(unknown)}, but {what} {', '.join(known)}; "
            "give an option a default, or let it be given by name only"
        )
    return taken


def signature_of(samples: Sequence[Parameter], parts: Iterable[Mapping[str, Parameter]]) -> inspect.Signature:
    """Samples, then the options of all parts; required ones and those of definitions may follow by position."""
    options: dict[str, Parameter] = {}
    for part in parts:
        for name, other in part.items():
            known = options.get(name, other)
            if known.default is not other.default and known.default != other.default:
                raise TypeError(f"{name} has two defaults, {known.default!r} and {other.default!r}: it must have one")
        options = {**part, **options}
    required: list[Parameter] = []
    positional: list[Parameter] = []
    named: list[Parameter] = []
    may_follow = all(p.default is p.empty for p in samples)  # Python allows none without a default after one with it
    for p in options.values():
        if p.default is not p.empty:
            (named if p.kind is p.KEYWORD_ONLY else positional).append(p)
        elif may_follow:
            required.append(p.replace(kind=p.POSITIONAL_OR_KEYWORD))
        else:
            named.append(p.replace(kind=p.KEYWORD_ONLY))
    return inspect.Signature([*samples, *required, *positional, *named])
