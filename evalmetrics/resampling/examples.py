"""The examples of a metric, however it was made: what a resampler draws from."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..inputs import arguments
from ..kinds.base import kind_of, quietly, unwrapped
from ..kinds.examples import Recalled


def with_options(metric: Any, options: Mapping[str, Any]) -> Any:
    if not options or not callable(metric):
        return metric
    return partial(metric, **options) if kind_of(metric) is None else metric.given(**options)


@quietly()
def examples_of(
    metric: Callable[..., Any],
    truth: tuple[Any, ...],
    systems: list[Any],
    sample_weight: Any = None,
    *,
    exchanging: bool = False,
    **beside: Any,
) -> list[Any]:
    """The examples of each system: `truth` and the system's answers, or `truth` alone where there are no systems.

    `exchanging` says that counts of one system will be added to counts of the other; `beside` has what else goes with
    the examples, in their order.
    """
    if not callable(metric):
        raise TypeError(
            f"metric must be a function of the samples, or one that was declared, got {arguments.shown(metric)}: pass "
            "the function itself, bootstrap(accuracy, y_true, y_pred), and not its score"
        )
    samples = [(*truth, system) for system in systems] or [truth]
    if not samples[0]:
        raise TypeError("at least one sample is needed after the metric")
    _, given = unwrapped(metric)
    if "sample_weight" in given:
        raise ValueError("sample_weight must travel with the examples: give it to bootstrap, not to the metric")
    kind = kind_of(metric)
    if kind is not None and len(kind.samples) != len(samples[0]):
        raise TypeError(
            f"{kind.name} takes {len(kind.samples)} samples, {', '.join(kind.samples)}; got {len(samples[0])}"
        )
    names = kind.samples if kind else [f"sample {i}" for i in range(1, len(samples[0]) + 1)]
    columns = [tuple(arguments.samples(*each, names=names)) for each in samples]
    arguments.in_one_order(**dict(zip(names, samples[0], strict=True)), sample_weight=sample_weight, **beside)
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(columns[0][0]))
    if kind is not None:
        options, systems = kind.settled(given), columns if kind.draws_samples else samples
        if weight is not None:
            weight = arguments.weights(kind.weights_of({**options, "sample_weight": weight}), len(columns[0][0]))
        return kind.examples(systems, options, weight, exchanging=exchanging)
    _refuse_what_cannot_be_called(metric, len(samples[0]), {} if weight is None else {"sample_weight": None})
    return [Recalled(metric, each, weight) for each in columns]


def _refuse_what_cannot_be_called(metric: Callable[..., Any], n: int, options: Mapping[str, Any]) -> None:
    """Raises for a function that cannot take n samples: perhaps it was meant to be declared."""
    try:
        inspect.signature(metric).bind(*[None] * n, **options)
    except TypeError:
        wanted = " and ".join([f"{n} sample{'s' * (n > 1)} by position", *(f"{name} by name" for name in options)])
        raise TypeError(
            f"metric must take {wanted}, which {getattr(metric, '__name__', metric)!r} does not; a function of a "
            "confusion matrix is declared with @of_matrix, one of TP, FN, FP and TN with @of_classes"
        ) from None
    except ValueError:  # some built-in functions have no signature
        return
