"""Can a word error rate be true? Edits are whole numbers, and no word is both substituted and deleted."""

from fractions import Fraction
from typing import Any

import pandas as pd

from ...inputs import arguments
from ...word_error_rate import corpus_wer
from ..printed import Printed, exactly, read, whole_numbers
from .search.readings import (
    PERCENT,
    Reading,
    Repairs,
    Units,
    answered,
    in_percent,
    mean_of_runs,
    read_otherwise,
    readings,
)
from .search.time_limit import go_on
from .verdict import Verdict, impossible, limited

# Above 1 a rate is read as percent, and as a share only if so many errors are likely: up to ten a word, or few in all.
TIMES, FEW = 10, 1000
SHOWN = 10**6  # words that are counted by the package's own metric, too
Parts = dict[str, range]


@limited
def possible_error_rate(
    wer: str,
    *,
    reference_words: int,
    hypothesis_words: int | None = None,
    substitutions: int | str | None = None,
    deletions: int | str | None = None,
    insertions: int | str | None = None,
    rounding: str = "nearest",
) -> Verdict:
    """Whether a word error rate, with as much as is known of its parts, can be true of so many reference words.

    wer : str
        As printed: "12.3%", "0.123", or "12.3", which is percent, too.
    reference_words : int
        How many words the references have.
    hypothesis_words : int, optional
        How many the hypotheses have: the reference words less deletions plus insertions.
    substitutions, deletions, insertions : int or str, optional
        Counts as whole numbers, or rates per reference word as printed.

    -> Verdict
        The witness says how many edits of each kind; two utterances with these edits have the rate.

    Source: Morris, Maier and Green (2004), From WER and RIL to MER and WIL, Interspeech.

    >>> possible_error_rate("12.3%", reference_words=40).verdict
    'impossible'
    >>> found = possible_error_rate("12.5%", reference_words=40, hypothesis_words=41, deletions=1)
    >>> found.witness.to_dict()
    {'substitutions': 2, 'deletions': 1, 'insertions': 2}
    """
    words = arguments.whole_number(reference_words, "reference_words", least=1)
    heard = None if hypothesis_words is None else arguments.whole_number(hypothesis_words, "hypothesis_words", least=0)
    given = {"substitutions": substitutions, "deletions": deletions, "insertions": insertions}
    known = f"{words} reference words" + ("" if heard is None else f" and {heard} hypothesis words")
    texts = {"wer": wer, **{name: value for name, value in given.items() if isinstance(value, str | Printed)}}
    numbers = {name: read(text, name, rounding=rounding) for name, text in texts.items()}
    whole = {name: x for name, x in given.items() if x is not None and name not in texts}
    counts = {name: arguments.whole_number(x, name, least=0) for name, x in whole.items()}
    checked = f"{known}; whole numbers of edits"

    def ask(reading: Reading) -> Verdict | None:
        number, parts = reading.numbers["wer"], _parts(reading.numbers, counts, words)
        if edits := _edits_that_fit(number, words, heard, parts):
            few = words + edits["insertions"] <= SHOWN
            rate = float(corpus_wer(*_utterances(words, **edits))) if few else sum(edits.values()) / words
            reason = f"{known} can have WER {number}, such as {rate:.{number.places + 2}f}"
            return Verdict("possible", reason, checked, pd.Series(edits, name="edits"))
        alone = not _edits_that_fit(number, words, None, _parts({}, {}, words))
        known_parts = {} if alone else {name: value for name, value in given.items() if value is not None}
        said = " with ".join([f"WER {number}", *(f"{name} {value}" for name, value in known_parts.items())])
        mends = _mends(reading, words, heard, counts, rounding)
        return impossible("transcript", said, known, checked, ("wer", *known_parts), mends)

    return answered(readings(_units(numbers, words)), rounding, ask, runs="one")


def _units(numbers: dict[str, Printed], words: int) -> Units:
    as_printed, percent = ("as printed", numbers), (PERCENT, in_percent(numbers, numbers))
    if "%" in numbers["wer"].text:
        return [as_printed]
    if numbers["wer"].low <= 1:
        return [as_printed, percent]
    likely = numbers["wer"].value <= TIMES or numbers["wer"].value * words <= FEW
    return [percent, as_printed] if likely else [percent]


def _parts(numbers: dict[str, Printed], counts: dict[str, int], words: int) -> Parts:
    parts = {}
    for name in ("substitutions", "deletions", "insertions"):
        most = 10**9 if name == "insertions" else words
        parts[name] = range(counts.get(name, 0), min(counts.get(name, most), most) + 1)
        if name in numbers:
            parts[name] = whole_numbers(numbers[name], Fraction(1, words), 0, most)
    return parts


def _edits_that_fit(number: Printed, words: int, heard: int | None, parts: Parts) -> dict[str, int] | None:
    """Edits of each kind that add up: no word is both substituted and deleted, and the lengths come out right."""
    total = whole_numbers(number, Fraction(1, words), 0, 10**12)
    s, d, i = (parts[name] for name in ("substitutions", "deletions", "insertions"))
    if not (s and d and i and total):
        return None
    for deleted in d:
        go_on()
        fewest_s, most_s = s.start, min(s.stop - 1, words - deleted)
        fewest_i, most_i = i.start, i.stop - 1
        if heard is not None:
            fewest_i, most_i = max(fewest_i, heard - words + deleted), min(most_i, heard - words + deleted)
        if fewest_s > most_s or fewest_i > most_i:
            continue
        edits = max(total.start, fewest_s + deleted + fewest_i)
        if edits <= min(total.stop - 1, most_s + deleted + most_i):
            substituted = min(most_s, edits - deleted - fewest_i)
            return {"substitutions": substituted, "deletions": deleted, "insertions": edits - deleted - substituted}
    return None


def _utterances(words: int, substitutions: int, deletions: int, insertions: int) -> tuple[list[Any], list[Any]]:
    kept = words - deletions
    said = [f"w{i}" for i in range(kept)]
    heard = [f"x{i}" if i < substitutions else word for i, word in enumerate(said)]
    return [said, ["deleted"] * deletions], [[*heard, *(f"y{i}" for i in range(insertions))], []]


def _mends(reading: Reading, words: int, heard: int | None, counts: dict[str, int], rounding: str) -> Repairs:
    number, parts = reading.numbers["wer"], _parts(reading.numbers, counts, words)
    shares = (Fraction(round(number.value * words) + step, words) for step in sorted(range(-words, words + 1), key=abs))
    fitting = (share for share in shares if share >= 0 and _edits_that_fit(exactly(share), words, heard, parts))
    if (share := next(fitting, None)) is not None:
        yield "wer", number, number.like(float(share))

    def possible(again: dict[str, Printed]) -> bool:
        return _edits_that_fit(again["wer"], words, heard, _parts(again, counts, words)) is not None

    yield from read_otherwise(reading, rounding, possible)

    def in_runs(runs: int) -> bool:
        several = _parts(reading.numbers, {}, runs * words)
        return _edits_that_fit(number, runs * words, None if heard is None else runs * heard, several) is not None

    if not counts:
        yield from mean_of_runs(in_runs)
