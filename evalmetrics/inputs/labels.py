"""Labels as small integers: the fast ground under the confusion matrix."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import arguments
from .arguments import Array, Flags, same_length, several, shown
from .arguments import Places as Codes
from .later import pd

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits as if drawn by lot: 2**64 over the golden ratio
AT_A_TIME = 2**15  # examples whose codes stay in the processor's cache
FEW = 1000  # examples whose labels are looked up in less time than an array of them is made
WIDEST = 1024  # bytes of strings that are hashed letter after letter
NARROW = 2, 1000  # so many numbers for each label, and so many more, cost less to look up than labels to hash

Encoded: TypeAlias = "tuple[Codes, Codes, pd.Index]"
SEVERAL = (
    "several labels per example are scored by f1_score and its averages, example_f_score, subset_accuracy and "
    "hamming_loss, their scores by multiclass_roc_auc and multiclass_average_precision"
)
TRUE_AND_PRED = ("y_true", "y_pred")
UNSEEN = re.compile(r"[^ -~\0]|(?:^|\0) | (?:\0|$)|  ")  # what may make texts differ that look alike


def encode(y_true: Any, y_pred: Any, labels: Any = None, names: tuple[str, str] = TRUE_AND_PRED) -> Encoded:
    """(codes of y_true, codes of y_pred, labels): a code is a position in `labels`, by default all labels, sorted.

    Messages call the two by their `names`.
    """
    alike = "" if labels is not None else " and ".join(dict.fromkeys(names))  # what may not hold labels that look alike
    encoded = _by_looking_up(y_true, y_pred, alike)
    if encoded is None:
        true, pred = arguments.columns(_label_array, **dict(zip(names, (y_true, y_pred), strict=True)))
        encoded = _by_counting(true, pred) if {true.dtype.kind, pred.dtype.kind} <= set("biu") else None
        encoded = encoded or _by_hashing(true, pred, names, alike)
    codes, other, found = encoded
    if labels is None and codes[0] != other[0] and not (codes[:AT_A_TIME] == other[:AT_A_TIME]).any():
        of_one_writing(**{names[0]: found[np.unique(codes)], names[1]: found[np.unique(other)]})
    return encoded if labels is None else _in_given_order(*encoded, labels, names)


def several_each(values: Any) -> bool:
    """Whether examples may have several labels each: sets or lists of labels, or more than one column."""
    shape: tuple[int, ...] = getattr(values, "shape", ())
    if len(shape) == 2:
        return shape[1] != 1
    if not isinstance(values, list | tuple) and getattr(getattr(values, "dtype", None), "kind", "") != "O":
        return False
    return isinstance(next(iter(values), None), set | frozenset | list | tuple | np.ndarray)


def _label_array(values: Any, name: str) -> Array:
    if several_each(values):
        raise ValueError(
            f"{name} must be 1-d, one label per example, got {shown(values)}: {SEVERAL}; of one column of 0 and 1 per "
            f"class, give np.argmax({name}, axis=1)"
        )
    array = arguments.one_dimensional(values, name)
    if array.dtype.kind in "mM":
        array = pd.Series(array).astype(object).to_numpy()  # as they come in a list
    array = array.astype(object) if array.dtype.kind == "T" else array  # NumPy's strings of any width
    if array.dtype.kind not in "biufUO":
        advice = f": np.char.decode({name}) makes strings of bytes" if array.dtype.kind == "S" else ""
        raise TypeError(f"{name} must hold labels (strings, integers or booleans), got dtype {array.dtype}{advice}")
    if array.dtype.kind == "f":
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds nan or infinite values: every example needs a label")
        refuse_skipped(array, name)
        whole = np.round(array)
        array = array.astype(np.float64, copy=False)  # pandas knows no floats of 16 or 128 bits
        if (array != whole).any():
            raise ValueError(f"{name} holds fractions, which look like scores: compare them with a threshold first")
    return array


def refuse_skipped(array: Array, name: str) -> None:
    """Raise for floats so large that their type skips whole numbers: different ids may have become equal."""
    if max(array.max(), -array.min()) >= (limit := 2 ** (np.finfo(array.dtype).nmant + 1)):
        raise ValueError(
            f"{name} holds numbers of {limit:,} or more in {array.dtype}, which skips whole numbers there, so that "
            "different labels may have become one: read them as whole numbers, or as text"
        )


def refuse_unhashable(array: Array, name: str) -> None:
    """Raise for labels that cannot be looked up, such as dictionaries, and for masked ones."""
    if unhashable := {kind for kind in set(map(type, array)) if kind.__hash__ is None or kind is np.void}:
        odd = next(each for each in array if type(each) in unhashable)
        advice = f": {SEVERAL}" if isinstance(odd, set | list) else ""
        raise TypeError(f"{name} must hold labels (strings, integers or booleans), got {shown(odd)}{advice}")


def of_one_form(labels: Iterable[Any], names: str) -> None:
    """Raise where two labels differ in nothing but blanks, or in how Unicode writes their letters."""
    try:
        if not UNSEEN.search("\0".join(labels)):
            return  # the usual case
    except TypeError:  # no text
        return
    forms: dict[str, str] = {}
    for label in labels:
        form = " ".join(unicodedata.normalize("NFC", label).replace("\ufeff", "").split())
        if form and (other := forms.setdefault(form, label)) != label:
            raise ValueError(
                f"{names} hold labels that only differ in what is not seen, {str(other)!a} and {str(label)!a}: of "
                "blanks give ' '.join(label.split()), of accents unicodedata.normalize('NFC', label), and read files "
                "with encoding='utf-8-sig'; or number them, or list them in labels=, if they differ indeed"
            )


def of_one_writing(**compared: Iterable[Any]) -> None:
    """Raise where two collections have no label in common, but some that differ in nothing but their writing."""
    distinct = [dict.fromkeys(labels) for labels in compared.values()]
    if distinct[0].keys() & distinct[1].keys():
        return
    one, other = ({_alike(label): str(label) for label in labels if isinstance(label, str)} for labels in distinct)
    for form in sorted(one.keys() & other.keys()):
        raise ValueError(
            f"{' and '.join(compared)} have no label in common, but some that only differ in how they are written, "
            f"{shown(one[form])} and {shown(other[form])}: write them alike first, as str.casefold does of capitals"
        )


def _alike(label: str) -> str:
    """A text without capitals, blanks and full widths, and of a number its value."""
    text = "".join(unicodedata.normalize("NFKC", label).casefold().split())
    try:
        return repr(float(text))
    except ValueError:
        return text


def read(values: Any, name: str) -> Array:
    """`values` as an array of labels that pandas can hash, none of them missing."""
    array = _label_array(values, name)
    if array.dtype == object:
        refuse_unhashable(array, name)
        if pd.isna(array).any():
            raise ValueError(f"{name} holds missing values (None or nan): every example needs a label")
        arguments.of_one_type(**{name: array})
    return array.astype(object) if array.dtype.kind == "U" else array


def numbers_of_names(occurring: Iterable[Any], given: Any, what: str, where: str) -> tuple[dict[Any, int], pd.Index]:
    """Numbers of names that occur, and the names, sorted or as `given`; messages call one a `what` and say `where`."""
    distinct = dict.fromkeys(occurring)
    arguments.of_one_type(**{where: list(distinct)})
    of_one_form(distinct, where)
    if given is None:
        try:
            given = sorted(distinct)
        except TypeError:
            raise TypeError(f"{where} hold {what}s that cannot be sorted: list them in {what}s=, in order") from None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"{what}s must be a sequence of all {what}s, got {shown(given)}")
    names = pd.Index(list(given))
    number = {name: i for i, name in enumerate(names)}
    if len(number) < len(names) or not distinct.keys() <= number.keys():
        came = f"got {several(names)}; {where} hold {several(name for name in distinct if name not in number)} too"
        raise ValueError(f"{what}s must list every {what} once, {came}")
    return number, names


def order_of(**samples: Any) -> list[Any] | None:
    """The labels in the order that a type says: an ordered Categorical of pandas, or an Enum of Polars."""
    orders: dict[str, list[Any]] = {}
    for name, values in samples.items():
        dtype = getattr(values, "dtype", None)
        categories: Any = getattr(dtype, "categories", None)
        if categories is not None and getattr(dtype, "ordered", type(dtype).__name__ == "Enum"):
            orders[name] = list(categories)
    if len({*map(tuple, orders.values())}) > 1:
        came = " and ".join(map(several, orders.values()))
        raise ValueError(
            f"{' and '.join(orders)} have {'two' if len(orders) == 2 else 'several'} orders of grades, "
            f"{arguments.cut(came, 300)}: give one with labels="
        )
    return next(iter(orders.values()), None)


def numbered(ids: Any, name: str, ratings: Any, *, of: str = "ratings") -> Codes:
    """For each rating the number of its rater or item, counted as they appear; `of` is what messages call ratings."""
    arguments.in_one_order(**{of: ratings, name: ids})
    array = arguments.one_dimensional(list(ids) if isinstance(ids, str) else ids, name, per=of.removesuffix("s"))
    same_length(**{of: ratings, name: array})
    return numbers_of(array, name)


def numbers_of(array: Array, name: str, *, sort: bool = False) -> Codes:
    """For each label the number of the group of its equals, counted as they appear or in order; none is missing."""
    codes, distinct = pd.factorize(array)
    if (codes < 0).any():
        raise ValueError(f"{name} holds a missing value at position {int((codes < 0).argmax())}")
    arguments.of_one_type(**{name: distinct})
    of_one_form(distinct, name)
    if not sort:
        return codes
    return np.argsort(np.argsort(distinct.astype(str) if distinct.dtype == object else distinct))[codes]


def of_columns(y_prob: Any, labels: Any) -> pd.Index | None:
    """What the columns of `y_prob` stand for: `labels`, or what a DataFrame names; None if nobody said."""
    named = arguments.columns_of(y_prob)
    columns = None if named is None else listed(named, "the columns of y_prob")
    if labels is None:
        return columns
    given = listed(labels)
    if columns is not None and list(columns) != list(given):
        raise ValueError(f"labels must follow the columns of y_prob, {several(columns)}, got {several(given)}")
    return given


def listed(labels: Any, name: str = "labels") -> pd.Index:
    """`labels` as an index of different labels."""
    given: pd.Index = pd.Index(arguments.one_dimensional(labels, name, per="class"))
    if given.hasnans or not given.is_unique:
        raise ValueError(f"{name} must list each label once and none that is missing, got {several(given)}")
    return given


def _by_looking_up(true: Any, pred: Any, alike: str) -> Encoded | None:
    """Lists of text, and few labels of one plain type, need no array: their codes are looked up in a dict."""
    true, pred = (
        each.tolist() if type(each) is np.ndarray and each.dtype.kind in "biU" and each.size <= FEW else each
        for each in (true, pred)
    )
    if not (type(true) is type(pred) is list and len(true) == len(pred)):
        return None
    kinds = {*map(type, true), *map(type, pred)}  # an array of two axes holds lists now
    if not (kinds == {str} or (len(true) <= FEW and kinds in ({int}, {bool}))):
        return None
    labels = sorted({*true, *pred})
    code = dict(zip(labels, range(len(labels)), strict=True)).__getitem__
    index = (_index if len(labels) <= FEW else _index.__wrapped__)(tuple(labels), kinds.pop(), alike)
    codes = [np.fromiter(map(code, each), np.intp, len(each)) for each in (true, pred)]
    return codes[0], codes[1], index.view()


@lru_cache
def _index(labels: tuple[Any, ...], _kind: type, alike: str) -> pd.Index:
    """An index of labels of one type, which takes longer to make than to find; nobody can write to it."""
    if alike:
        of_one_form(labels, alike)
    index = pd.Index(labels)
    index.to_numpy().flags.writeable = False
    return index


def _by_counting(true: Array, pred: Array) -> Encoded | None:
    """Integers in a narrow range need no sorting and no hashing: which occur is counted, codes are looked up."""
    low, high = min(int(true.min()), int(pred.min())), max(int(true.max()), int(pred.max()))
    if high - low > NARROW[0] * len(true) + NARROW[1] or high >= 2**62:  # sums of larger ones overflow
        return None
    flags = true.dtype.kind == pred.dtype.kind == "b"
    true, pred = (codes.astype(np.intp, copy=False) for codes in (true, pred))
    if low:
        true, pred = true - low, pred - low
    occurs = _occurring(true, pred, high - low + 1)
    labels = np.flatnonzero(occurs) + low
    if not occurs.all():
        position = np.cumsum(occurs) - 1
        true, pred = position[true], position[pred]
    return true, pred, pd.Index(labels.astype(bool) if flags else labels)


def _occurring(true: Codes, pred: Codes, k: int) -> Flags:
    """Which of k codes occur: mostly all do in the first examples, and no others need to be looked at."""
    occurs = np.zeros(k, dtype=bool)
    for start in range(0, len(true), AT_A_TIME):
        occurs[true[start : start + AT_A_TIME]] = True
        occurs[pred[start : start + AT_A_TIME]] = True
        if occurs.all():
            break
    return occurs


def _by_hashing(true: Array, pred: Array, names: tuple[str, str] = TRUE_AND_PRED, alike: str = "") -> Encoded:
    """Any other labels go through a hash table, and only the distinct ones are sorted."""
    fixed_width = true.dtype.kind == pred.dtype.kind == "U" and max(true.itemsize, pred.itemsize) <= WIDEST
    both = np.concatenate([true, pred] if fixed_width else [true.astype(object), pred.astype(object)])
    try:
        codes, distinct = (_by_fingerprint(both) if fixed_width else None) or pd.factorize(both.astype(object))
    except TypeError:
        for name, array in zip(names, (true, pred), strict=True):
            refuse_unhashable(array, name)
        raise
    if (codes < 0).any():
        name = names[0] if (codes[: len(true)] < 0).any() else names[1]
        raise ValueError(f"{name} holds missing values (None or nan): every example needs a label")
    try:
        order = np.argsort(distinct)
    except TypeError:
        arguments.of_one_type(**dict(zip(names, (true, pred), strict=True)))
        kinds = sorted({type(label).__name__ for label in distinct})
        raise TypeError(
            f"{' and '.join(names)} mix labels that cannot be ordered ({', '.join(kinds)}): "
            f"use one type of label, {'.dt.tz_localize(None) on both' if kinds == ['Timestamp'] else 'say all strings'}"
        ) from None
    if alike:
        of_one_form(distinct, alike)
    position = np.empty(len(order), dtype=np.intp)
    position[order] = np.arange(len(order))
    codes = position[codes]
    return codes[: len(true)], codes[len(true) :], pd.Index(distinct[order]).infer_objects()


def _by_fingerprint(strings: NDArray[np.str_]) -> tuple[Codes, Array] | None:
    """Labels of one width, hashed in bulk; None in the rare case that two of them share a fingerprint."""
    characters = strings.view(np.uint32).reshape(len(strings), -1)
    fingerprints = np.zeros(len(strings), dtype=np.uint64)
    for column in characters.T:
        fingerprints *= MULTIPLIER  # wraps around, as a hash may
        fingerprints += column
    codes, distinct = pd.factorize(fingerprints)
    first = np.empty(len(distinct), dtype=np.intp)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    labels = strings[first]
    return (codes, labels.astype(object)) if (labels[codes] == strings).all() else None


def _in_given_order(true: Codes, pred: Codes, occurring: pd.Index, labels: Any, names: tuple[str, str]) -> Encoded:
    """Codes that count `labels` instead; a label that occurs and is not listed is an error, never dropped."""
    given = listed(labels)
    position = np.asarray(given.get_indexer(occurring), dtype=np.intp)
    if (position < 0).any():
        came = f"{' or '.join(names)} holds {several(occurring[position < 0])}, missing from labels={several(given)}"
        raise ValueError(f"{came}: list every label that occurs")
    return position[true], position[pred], given
