"""Help pages of metrics, put together from the docstrings of what a metric is made of and from its card.

Samples and options are described once, where they are read: in the docstring of the function that takes or checks them.
What a score ranges over, where it is undefined and who defined it is on its card. Docstrings that go into a page need
no headings for their sections, which tell themselves apart, as `WITHOUT_A_HEADING` has it.
"""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Sections = dict[str, str]

REFUSED = """TypeError
    Something of another kind than described; an option that there is not.
ValueError
    Values other than described, missing, not finite, or too large or small for floats; samples of different lengths,
    or empty."""
OF_KINDS = {  # options that metrics have by being what they are
    "sample_weight": """sequence of n numbers, optional
    How much each example counts (by default 1): finite, at least 0.""",
    "pos_label": """label, optional
    The class whose value is wanted, as a float; by default all classes.""",
    "zero_division": """float, default nan
    What stands for the value, or for one that it is made of, where that is 0/0.""",
}

WITHOUT_A_HEADING = {  # how these sections begin
    "Parameters": r"(?=\*{0,2}\w+(, \*{0,2}\w+)* : )",
    "Returns": "-> ",
    "Raises": r"(?=\w+Error\n    )",
    "References": "Source: ",
    "Examples": "(?=>>> )",
}


def sections_of(function: Function) -> Sections:
    """The docstring of a function by its sections; what stands before the first of them is called ""."""
    written = inspect.getdoc(function) or ""
    for name, beginning in WITHOUT_A_HEADING.items():
        if f"{name}\n---" not in written:
            written = re.sub(rf"\n\n{beginning}", f"\n\n{name}\n---\n", written, count=1)
    pieces = re.split(r"^(\w+)\n-{3,}\n", written, flags=re.M)
    return {"": pieces[0].strip(), **{k: v.rstrip() for k, v in zip(pieces[1::2], pieces[2::2], strict=True)}}


def entries_of(section: str) -> dict[str, str]:
    """The entries of a section by the names at their heads, such as "y_true, y_pred"."""
    pieces = re.split(r"^(\S.*)\n", section + "\n", flags=re.M)[1:]
    heads = [tuple(head.split(" : ", 1)) for head in pieces[::2]]
    return {head[0]: "\n".join([*head[1:], body]).rstrip() for head, body in zip(heads, pieces[1::2], strict=True)}


def help_page(
    definition: Function, parts: Iterable[Function], parameters: Iterable[str], card: Any = None, form: str = ""
) -> str:
    """What `help` shows of a metric: its own docstring, completed from its parts and its card.

    Errors that come of whatever a description excludes are told once for all; parts tell the others.
    """
    described = (each for part in parts for each in (*getattr(part, "described_with", ()), part))
    own, *others = [sections_of(function) for function in (definition, *described)]
    returned, source = (next((part[name] for part in others if name in part), "") for name in ("Returns", "References"))
    returns = own.get("Returns", returned or form)
    known: dict[str, str] = dict(OF_KINDS)
    raised: dict[str, str] = {}
    wanted = list(parameters)
    for sections in [*others, own, {"Raises": REFUSED if wanted else ""}]:
        known |= entries_of(sections.get("Parameters", ""))
        for error, why in entries_of(sections.get("Raises", "")).items():
            before = raised.get(error, "")
            raised[error] = before if why in before else why if before in why else f"{before}\n{why}"
    page = {
        "": own[""],
        "Parameters": _described(known, wanted),
        "Returns": "\n".join([returns, *(line for line in _of_card(card) if line not in returns)]),
        "Raises": "\n".join(f"{error}\n{why}" for error, why in raised.items()),
        **{name: own.get(name, "") for name in ("Warns", "Notes")},
        "References": own.get("References", card.source + "." if card else source),
        "Examples": own.get("Examples", ""),
    }
    written = [f"{name}\n{'-' * len(name)}\n{text}" if name else text for name, text in page.items() if text]
    return "\n\n".join(written) + "\n"


def form_of(function: Function, otherwise: str = "") -> str:
    """What a function is annotated to return: the name of a class, and what one of the package says of itself first."""
    returned = inspect.signature(function).return_annotation
    if not inspect.isclass(returned) or returned is inspect.Signature.empty:
        return otherwise
    own = returned.__module__.startswith("evalmetrics") and inspect.getdoc(returned)
    return f"{returned.__name__}\n    {own.splitlines()[0]}" if own else returned.__name__


def described_by(*parts: Function) -> Callable[[F], F]:
    """Complete the docstring of a function, not of a metric, with what `parts` say of its parameters and errors."""

    def complete(function: F) -> F:
        parameters = inspect.signature(function).parameters
        function.__doc__ = help_page(function, parts, parameters, form=form_of(function))
        return function

    return complete


def _described(known: Mapping[str, str], wanted: list[str]) -> str:
    """The entries of the wanted parameters; an entry for several stands once."""
    lines: dict[str, str] = {}
    for parameter in wanted:
        for heads, text in reversed(list(known.items())):
            together = [name for name in heads.split(", ") if name.lstrip("*") in wanted]
            if parameter in [name.lstrip("*") for name in together]:
                typed = "\n" if text.startswith(" ") else " : "
                lines.setdefault(", ".join(together), f"{', '.join(together)}{typed}{text}")
                break
    return "\n".join(lines.values())


def _of_card(card: Any) -> list[str]:
    if card is None:
        return []
    said = f"In {card.bounds}, {card.direction}. Undefined, nan: {card.undefined[0].lower()}{card.undefined[1:]}"
    said += f" Weights: {card.weights[0].lower()}{card.weights[1:]}" if card.depends_on_n else ""
    said += f" Also called {', '.join(card.other_names)}." if card.other_names else ""
    return textwrap.wrap(said, 112, initial_indent="    ", subsequent_indent="    ")
