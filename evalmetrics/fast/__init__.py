"""Other algorithms for the same numbers, each of which names the definition that it must equal."""

import functools
from collections.abc import Callable
from typing import Any


def computed_by(twin: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Call `twin` in place of a function that other definitions use: what is shown is the function, what runs the twin.

    The function itself stays at hand as ``__wrapped__``.
    """

    def decorate(definition: Callable[..., Any]) -> Any:
        @functools.wraps(definition)
        def fast(*arguments: Any) -> Any:
            return twin(*arguments)

        return fast

    return decorate
