"""Can a word error rate be true? Edits are whole numbers, and no word is both substituted and deleted."""

from fractions import Fraction
from typing import Any

import pandas as pd

from ...inputs import arguments
from ...word_error_rate import corpus_wer
from ..printed import Printed, exactly, read, whole_numbers
from .repairs import Repairs, rounded_otherwise
from .verdict import Verdict, impossible


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

    Parameters
    ----------
    wer : str
        As printed: "12.3%", "0.123".
    reference_words : int
        How many words the references have.
    hypothesis_words : int, optional
        How many the hypotheses have: the reference words less deletions plus insertions.
    substitutions, deletions, insertions : int or str, optional
        Counts as whole numbers, or rates per reference word as printed.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness says how many edits of each kind; two utterances with these edits have the rate.

    References
    ----------
    Morris, Maier and Green (2004), From WER and RIL to MER and WIL, Interspeech.

    Examples
    --------
    >>> possible_error_rate("12.3%", reference_words=40).verdict
    'impossible'
    >>> found = possible_error_rate("12.5%", reference_words=40, hypothesis_words=41, deletions=1)
    >>> found.witness.to_dict()
    {'substitutions': 2, 'deletions': 1, 'insertions': 2}
    """
    words = arguments.whole_number(reference_words, "reference_words", least=1)
    heard = hypothesis_words
    heard = None if heard is None else arguments.whole_number(heard, "hypothesis_words", least=0)
    number = read(wer, "wer", rounding=rounding)
    given = {"substitutions": substitutions, "deletions": deletions, "insertions": insertions}
    parts = {name: _edits(value, name, words, rounding) for name, value in given.items()}
    known = f"{words} reference words" + ("" if heard is None else f" and {heard} hypothesis words")
    checked = f"{known}; digits by the rule {rounding!r}; whole numbers of edits"
    if edits := _edits_that_fit(number, words, heard, parts):
        rate = corpus_wer(*_utterances(words, **edits))
        reason = f"{known} can have WER {number}, such as {rate:.{number.places + 2}f}"
        return Verdict("possible", reason, checked, pd.Series(edits, name="edits"))
    known_parts = {name: value for name, value in given.items() if value is not None}
    if not _edits_that_fit(number, words, None, {name: _edits(None, name, words, rounding) for name in given}):
        known_parts = {}  # the rate alone is impossible
    said = " with ".join([f"WER {number}", *(f"{name} {value}" for name, value in known_parts.items())])
    mends = _mends(number, words, heard, parts, rounding)
    return impossible("transcript", said, known, checked, ("wer", *known_parts), mends)


def _edits(value: Any, name: str, words: int, rounding: str) -> range:
    """Which numbers of edits a count or a printed rate leaves."""
    most = 10**9 if name == "insertions" else words
    if value is None:
        return range(most + 1)
    if isinstance(value, str | Printed):
        return whole_numbers(read(value, name, rounding=rounding), Fraction(1, words), 0, most)
    count = arguments.whole_number(value, name, least=0)
    return range(count, min(count, most) + 1)


def _edits_that_fit(number: Printed, words: int, heard: int | None, parts: dict[str, range]) -> dict[str, int] | None:
    """Edits of each kind that add up: no word is both substituted and deleted, and the lengths come out right."""
    total = whole_numbers(number, Fraction(1, words), 0, 10**12)
    s, d, i = (parts[name] for name in ("substitutions", "deletions", "insertions"))
    if not (s and d and i and total):
        return None
    for deleted in d:
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
    """Two utterances: one of words that were deleted, one with all the other edits."""
    kept = words - deletions
    said = [f"w{i}" for i in range(kept)]
    heard = [f"x{i}" if i < substitutions else word for i, word in enumerate(said)]
    return [said, ["deleted"] * deletions], [[*heard, *(f"y{i}" for i in range(insertions))], []]


def _mends(number: Printed, words: int, heard: int | None, parts: dict[str, range], rounding: str) -> Repairs:
    shares = (Fraction(round(number.value * words) + step, words) for step in sorted(range(-words, words + 1), key=abs))
    fitting = (share for share in shares if share >= 0 and _edits_that_fit(exactly(share), words, heard, parts))
    if (share := next(fitting, None)) is not None:
        yield "wer", number, f"{float(share):.{number.places}f}"
    yield from rounded_otherwise(
        {"wer": number}, rounding, lambda again: _edits_that_fit(again["wer"], words, heard, parts) is not None
    )
