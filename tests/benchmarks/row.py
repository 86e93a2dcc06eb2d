"""A line of the table of results, and what several of them need."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import evalmetrics

RESAMPLES = 1000


def equal(ours: Any, peer: Any) -> bool:
    """The same numbers in the same order, to the last digits."""
    ours, peer = np.asarray(ours), np.asarray(peer)
    return ours.shape == peer.shape and np.allclose(ours, peer, rtol=1e-12, atol=0, equal_nan=True)


@dataclass(frozen=True)
class Row:
    """One line of the table: `peer` has to take at least `at_least` times the CPU time of `ours`.

    `given(size)` makes the arguments, which `ours` and `peer` both get; `agree` holds their results equal before
    anything is timed. `peer_share` is the share of the work that the peer is given where all of it would take minutes;
    its time is multiplied up, and the table says so. A row that `times_itself` returns its CPU seconds as its result.
    `package` is what the peer is imported from where no requirement of the tests names it. `missed` says in a clause
    why the ratio is smaller than wanted, and `excused` is the smallest that this reason excuses.
    """

    work: str
    peer_name: str
    at_least: float
    size: int
    given: Callable[[int], tuple[Any, ...]]
    ours: Callable[..., Any]
    peer: Callable[..., Any]
    agree: Callable[[Any, Any], bool] = equal
    peer_share: float = 1.0
    times_itself: bool = False
    package: str | None = None
    missed: str = ""
    excused: float = 1.0

    @property
    def begins(self) -> str:
        return f"| {self.work} | {self.peer_name} |"

    @property
    def accepted(self) -> float:
        """The smallest ratio that is no failure."""
        return self.excused if self.missed else self.at_least


def nearly_equal(ours: Any, peer: Any) -> bool:
    """The same number, as far as sums of many roots allow."""
    return bool(np.isclose(ours, peer, rtol=1e-6, atol=0))


def same_distribution(ours: Any, peer: Any) -> bool:
    """Resamples differ by chance, their means by no more than five standard errors."""
    return abs(ours.mean() - peer.mean()) < 5 * ours.std() / len(peer) ** 0.5


def replicates_of(metric: Any) -> Callable[..., Any]:
    """What makes the replicates of a metric of ours."""
    return lambda *samples: evalmetrics.bootstrap(metric, *samples, n_resamples=RESAMPLES, rng=0).replicates


def loop_row(work, library, resamples, at_least, size, given, ours, score, missed="") -> Row:
    """A bootstrap against the loop that one writes with a library, of which the first few resamples are timed.

    `score` is the library's, `ours` makes all replicates.
    """

    def loop(*samples: Any) -> Any:
        rng, n = np.random.default_rng(0), len(samples[0])
        positions = (rng.integers(n, size=n) for _ in range(resamples))
        return np.array([score(*(sample[p] for sample in samples)) for p in positions])

    name = f"{library} in a loop ({resamples} resamples, times {RESAMPLES // resamples})"
    share = resamples / RESAMPLES
    return Row(work, name, at_least, size, given, ours, loop, same_distribution, share, missed=missed)
