"""Checks of arguments that every topic shares: they say which argument is wrong, what came and what would do."""

import datetime
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, MappingView, Sequence
from math import isfinite
from numbers import Number
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]
LARGEST = 2**53  # whole numbers up to here are floats; from here on floats skip some
PLAIN = {np.ndarray, list, type(None)}  # what has no index, and is there as often as it is asked for
LARGEST_FLOAT = float(np.finfo(np.float64).max)
NO_SEQUENCE: Any = str | bytes | bytearray | set | frozenset | Mapping  # what has no entries, or none in order
NO_NUMBER = bool | np.bool_ | np.timedelta64  # which Python and NumPy take for whole numbers
KINDS = {"bytes": bytes, "dates": datetime.date | np.datetime64, "numbers": Number | np.bool_, "text": str}
SHOWN, LISTED = 60, 160  # characters of one value, and of several, that leave a message of 600 room for its advice


def one_dimensional(values: Any, name: str, *, per: str = "example") -> Array:
    """`values` as a non-empty 1-d array; messages call it `name` and say what each entry stands for."""
    if type(values) is np.ndarray and values.ndim == 1 and values.size and values.dtype.isnative:
        return values  # the usual case
    refuse_sparse(values, name)
    if isinstance(values, NO_SEQUENCE) or not isinstance(values, Iterable) or getattr(values, "shape", None) == ():
        listed = f": give list({name}.values()), both in one order" if isinstance(values, Mapping) else ""
        raise TypeError(f"{name} must be a sequence with one entry per {per}, got {shown(values)}{listed}")
    array = read(_listed(values), name, f"be 1-d, one entry per {per}")
    if array.ndim != 1:
        flat = f": take np.ravel({name})" if array.shape[1:] == (1,) else ""
        if array.ndim == 2 and array.shape[1] > 1:
            flat = f": one-hot rows are np.argmax({name}, axis=1)"
            flat += f", the scores of the second class {name}[:, 1]" * (array.shape[1] == 2)
        raise ValueError(f"{name} must be 1-d, one entry per {per}, got an array of shape {array.shape}{flat}")
    if array.size == 0:
        raise ValueError(f"{name} is empty: at least one {per} is needed")
    return array


def read(values: Any, name: str, wanted: str = "have rows of one length") -> Array:
    """`values` as an array of any shape and type; `wanted` completes the message "`name` must"."""
    refuse_sparse(values, name)
    if getattr(values, "requires_grad", False):
        raise TypeError(f"{name} is a tensor that requires gradients: give {name}.detach().cpu().numpy()")
    if _masked(values):
        raise ValueError(f"{name} holds masked entries: leave these examples out of all arguments first")
    nested = isinstance(values, list | tuple) and values and not np.isscalar(values[0])
    try:
        array = _nested(values) if nested else np.asarray(values)
    except UserWarning:  # NumPy on a masked entry deep in lists
        raise ValueError(f"{name} holds masked entries: leave these examples out of all arguments first") from None
    except (ValueError, TypeError, RuntimeError) as error:  # NumPy on rows of different lengths
        if "tensor" in str(error):
            raise TypeError(
                f"{name} holds a tensor that NumPy cannot read: give tensor.detach().cpu().numpy()"
            ) from None
        raise ValueError(f"{name} must {wanted}, got rows of different lengths") from None
    if array.dtype == object and array.ndim == 2 and array.size and hasattr(values, "items"):
        array = np.column_stack([column for _, column in values.items()])  # pandas' nullable numbers come as numbers
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _masked(values: Any) -> bool:
    """Whether something is masked, or an entry of a list: whoever has one has imported `numpy.ma`."""
    ma: Any = sys.modules.get("numpy.ma")
    if ma is None or ma.is_masked(values):
        return ma is not None
    return isinstance(values, list | tuple) and not {type(ma.masked), ma.MaskedArray}.isdisjoint(map(type, values))


def _nested(values: Any) -> Array:
    """Lists of lists as NumPy reads them; raises a UserWarning where one of their entries is masked."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "Warning: converting a masked element", UserWarning)
        return np.asarray(values)


def shown(value: Any) -> str:
    """What came, as a message says it: in one line, and what has a shape by its shape."""
    shape = getattr(value, "shape", ())
    if isinstance(shape, tuple) and shape:
        foreign = " (give to_pandas() of it)" if _is_foreign_table(value) else ""
        return (
            f"{'an array' if isinstance(value, np.ndarray) else f'a {type(value).__name__}'} of shape {shape}{foreign}"
        )
    return cut(repr(value), SHOWN)


def _is_foreign_table(value: Any) -> bool:
    """Whether this is a table of Arrow or Polars, where one of pandas is due."""
    return hasattr(value, "to_pandas") and hasattr(value, "columns")


def several(values: Iterable[Any]) -> str:
    """Several values, as a message lists them: of a long list the beginning, and how many there are."""
    listed = values.tolist() if hasattr(values, "tolist") else list(values)
    text = cut(str(listed), LISTED)
    return f"{text} ({len(listed)} in all)" if text.endswith("...") else text


def cut(text: str, most: int) -> str:
    """A text in one line of at most so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 3]}..."


def refuse_sparse(values: Any, name: str) -> None:
    """Raise where SciPy's sparse matrices come: NumPy takes one of them for a single object."""
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must hold all of its entries, got {shown(values)}: give it as {name}.toarray()")


def described_with(*others: Callable[..., Any]) -> Callable[[Any], Any]:
    """Help pages say of the arguments of a function what `others` say of theirs, and then what it says itself."""

    def described(function: Any) -> Any:
        function.described_with = others
        return function

    return described


def in_one_order(**paired: Any) -> None:
    """Raise where pandas objects have the same labels in another order: by position, other rows would be paired."""
    if PLAIN.issuperset(map(type, paired.values())):
        return  # the usual case
    found = {name: rows_of(values) for name, values in paired.items()}
    indexed: list[tuple[str, Any]] = [(name, index) for name, index in found.items() if hasattr(index, "is_unique")]
    for name, index in indexed[1:]:
        (first, other), n = indexed[0], len(index)
        if index is other or len(other) != n or index.equals(other):
            continue
        dates = index.dtype.kind == other.dtype.kind == "M" and index.is_unique and other.is_unique
        falls = dates and index.is_monotonic_increasing != other.is_monotonic_increasing
        if falls or moved(index, other):
            by_label = f"{name}.loc[{first}.index] to pair them by label, or " * hasattr(paired[name], "iloc")
            raise ValueError(
                f"{first} and {name} have {'dates' if falls else 'the same index'} in another order, and are paired by "
                f"position: give {by_label}{name}.to_numpy() if positions are meant"
            )


def rows_of(values: Any) -> Any:
    """The index of the rows of what pandas or xarray made; nothing that has labels for anything else."""
    return values.indexes.get(values.dims[0]) if _of_xarray(values) else getattr(values, "index", None)


def columns_of(values: Any) -> list[Any] | None:
    """What the columns of a table are called, in pandas, Polars, Arrow or xarray; None where nobody named them."""
    names: Any = getattr(values, "column_names", getattr(values, "columns", None))
    if _of_xarray(values) and len(values.dims) == 2:
        names = values.indexes.get(values.dims[1])
    listed = None if names is None or hasattr(names, "step") else list(names)  # a RangeIndex counts
    return None if listed is None or listed == [f"column_{i}" for i in range(len(listed))] else listed


def _of_xarray(values: Any) -> bool:
    return hasattr(values, "indexes") and bool(getattr(values, "dims", ()))


def moved(index: Any, other: Any) -> bool:
    """Whether two indexes of pandas hold the same labels, which may be text in one and numbers in the other, moved."""
    if (index.inferred_type == "string") != (other.inferred_type == "string"):
        index, other = index.map(str), other.map(str)
    unique = index.is_unique and other.is_unique
    return unique and not index.equals(other) and bool((index.get_indexer(other) >= 0).all())


def in_one_order_of_columns(**tables: Any) -> None:
    """Raise where tables have the same columns in another order: by position, other columns would be compared."""
    named = {name: names for name, values in tables.items() if (names := columns_of(values)) is not None}
    for name, names in named.items():
        first, wanted = next(iter(named.items()))
        if names != wanted and len(names) == len(wanted) == len({*names}) and {*names} == {*wanted}:
            raise ValueError(
                f"{first} and {name} have the same columns in another order, {cut(str(wanted), LISTED)} and "
                f"{cut(str(names), LISTED)}, and are compared by position: give {name}[list({first}.columns)]"
            )


def of_one_type(**compared: Any) -> None:
    """Raise where numbers, text, bytes and dates are compared, which never are equal: in one sequence, or across."""
    found: dict[str, tuple[str, Any]] = {}
    for name, values in compared.items():
        typed = isinstance(values, np.ndarray) and values.dtype != object
        examples = values.ravel()[:1] if typed else dict(zip(map(type, values), values, strict=True)).values()
        for each in examples:
            kind = next((kind for kind, types in KINDS.items() if isinstance(each, types)), None)
            if kind and each == each:
                plain = each.item() if isinstance(each, np.number | np.bool_ | np.character) else each
                found.setdefault(kind, (name, plain))
    if len(found) > 1:
        one, other = [kind for kind in KINDS if kind in found][:2]
        (where, first), (there, second) = found[one], found[other]
        named = " and ".join(dict.fromkeys([where, there]))
        as_text = f"{shown(first)}.decode()" if one == "bytes" else f"str({shown(first)})"
        raise TypeError(
            f"{named} mix{'' if ' and ' in named else 'es'} {one} and {other}, which are never equal: got "
            f"{shown(first)} and {shown(second)}; make all of them text, as {as_text} does, or all {one}"
        )


def samples(*data: Any, names: Sequence[str] = ()) -> list[Any]:
    """Samples of one length: arrays, Series and lists of numbers as arrays, anything else (texts, say) as a list."""
    names = names or [f"sample {i}" for i in range(1, len(data) + 1)]
    in_one_order(**dict(zip(names, data, strict=True)))
    columns = {name: _positional(sample, name) for name, sample in zip(names, data, strict=True)}
    same_length(**columns)
    return list(columns.values())


def _positional(sample: Any, name: str) -> Any:
    refuse_sparse(sample, name)
    if isinstance(sample, str | bytes) or not hasattr(sample, "__len__") or getattr(sample, "shape", None) == ():
        raise TypeError(f"{name} must be a sequence with one entry per example, got {shown(sample)}")
    if len(sample) == 0:
        raise ValueError(f"{name} is empty: at least one example is needed")
    if hasattr(sample, "iloc") and getattr(sample, "ndim", 1) == 2:  # a DataFrame keeps its columns
        return sample
    if hasattr(sample, "__array__"):
        return read(sample, name)
    if isinstance(sample, list | tuple) and all(map(_is_plain_number, set(map(type, sample)))):
        return np.asarray(sample)
    return list(sample)


def _is_plain_number(kind: type) -> bool:
    """Whether a type is one of Python's or NumPy's own numbers; a score with parts is one that must keep them."""
    return issubclass(kind, int | float | np.number | np.bool_) and kind.__module__ in ("builtins", "numpy")


def _listed(values: Any) -> Any:
    """Something NumPy reads element by element; labels of mixed types stay apart instead of becoming strings."""
    values = values if hasattr(values, "__array__") or isinstance(values, list | tuple) else list(values)
    if isinstance(values, list | tuple) and len({issubclass(kind, str) for kind in set(map(type, values))}) == 2:
        return np.fromiter(values, dtype=object, count=len(values))
    if isinstance(values, list | tuple) and values and isinstance(values[0], str) and "\0" in "".join(values):
        return np.fromiter(values, dtype=object, count=len(values))  # NumPy drops a last "\0"
    return values


def numbers(values: Any, name: str, *, kinds: str = "iuf") -> Array:
    """`values` as a non-empty 1-d array of numbers of these `kinds` of NumPy's; by default booleans are none."""
    array = one_dimensional(values, name)
    if array.dtype.kind not in kinds:
        grades = hasattr(getattr(values, "dtype", None), "categories")
        ordered = f"; of grades in order give pd.Series({name}).cat.codes" if grades else ""
        raise TypeError(f"{name} must hold numbers, got {kind_of_entries(array)}{ordered}")
    return array


def kind_of_entries(array: Array) -> str:
    """The type of an array that should hold numbers; of objects also the first that is none; a single one itself."""
    if array.ndim == 0:
        return shown(array.item())
    none = (i for i, entry in enumerate(array.flat) if not isinstance(entry, int | float | np.number))
    if array.dtype.kind == "U":
        first = next((i for i, entry in enumerate(array.flat) if not _reads_as_number(entry)), 0)
        return f"text: {shown(str(array.flat[first]))} at position {first}; pd.to_numeric reads numbers written so"
    if array.dtype.kind in "mM":
        return (
            f"dtype {array.dtype}: {'minus one date, ' * (array.dtype.kind == 'M')}/ np.timedelta64(1, 'D') makes days"
        )
    if array.dtype != object or (i := next(none, None)) is None:
        return f"dtype {array.dtype}"
    return f"dtype object: {shown(array.flat[i])} at position {i}"


def _reads_as_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def floats(values: Any, name: str, *, kinds: str = "iuf") -> Floats:
    """`values` as a non-empty 1-d array of floats; whole numbers that would become equal are refused."""
    array = numbers(values, name, kinds=kinds)
    if array.dtype == np.float64:
        return array
    if skipped_by_floats(array):
        raise ValueError(
            f"{name} holds whole numbers beyond 2**53, which floats cannot tell apart: "
            "subtract one number from all values first"
        )
    return array.astype(np.float64, copy=False)


def in_powers_of_two(values: Floats) -> Floats:
    """Numbers divided by a power of two, which cuts no digit, so that the largest is near 1: for what has no unit."""
    if 1e-120 < np.vdot(values, values) < 1e120:  # whose squares, and products of two of them, floats hold
        return values
    return _near_1(max(np.fmax.reduce(values, axis=None), -np.fmin.reduce(values, axis=None)), values)[0]


def in_one_unit(**columns: Floats) -> Sequence[Floats]:
    """The same of columns together; raises unless they are finite."""
    values = list(columns.values())
    if 1e-120 < sum(np.vdot(each, each) for each in values) < 1e120:
        return values
    return _near_1(max(np.abs(within(column, name)).max() for name, column in columns.items()), *values)


def _near_1(largest: float, *columns: Floats) -> Sequence[Floats]:
    if not largest > 0 or 1e-60 < largest < 1e60:
        return columns
    return [np.ldexp(values, -np.frexp(largest)[1]) for values in columns]


def skipped_by_floats(array: Array) -> bool:
    """Whether these are whole numbers of which some may become equal as floats."""
    return array.dtype.kind in "iu" and bool(array.max() > LARGEST or array.min() < -LARGEST)


def finite(values: Any, name: str, *, kinds: str = "iuf") -> Floats:
    """`values` as a non-empty 1-d array of floats, neither nan nor infinite."""
    return within(floats(values, name, kinds=kinds), name)


def table(values: Any, name: str, *, per: str = "example", kinds: str = "iuf", flat: bool = False) -> Floats:
    """`values` as an array of finite floats, a row per example; with `flat`, a sequence of numbers is one column."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be an array with a row per {per}, got {shown(values)}")
    refuse_numbers_of_rows(values, name)
    array = read(values, name, f"have a row per {per}")
    if flat and array.ndim == 1 and array.size:
        array = array.reshape(-1, 1)
    if array.ndim != 2 or array.size == 0:
        advice = f": one number per {per} is {name}.reshape(-1, 1)" if array.ndim == 1 and array.size else ""
        raise ValueError(f"{name} must have shape (n, d), a row per {per}, both at least 1, got {array.shape}{advice}")
    return within(array, name, kinds=kinds)


def refuse_numbers_of_rows(values: Any, name: str, *others: Any) -> None:
    """Raise where a frame has its index, or something else that numbers its rows, among its columns."""
    if named := {"Unnamed: 0", "index", "id", *others}.intersection(columns_of(values) or ()):
        raise ValueError(
            f"{name} has a column {min(named)!r}, which numbers its rows: give {name}.set_index({min(named)!r})"
        )


def within(
    array: Array,
    name: str,
    low: float = -LARGEST_FLOAT,
    high: float = LARGEST_FLOAT,
    what: str = "",
    *,
    kinds: str = "biuf",
) -> Floats:
    """An array of any shape as floats, if it holds finite numbers from `low` to `high`; messages call them `what`."""
    if not array.size:
        return np.zeros(array.shape)
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name} must hold numbers, got {kind_of_entries(array)}")
    floats = array.astype(np.float64, copy=False)
    if floats.size and not (floats.min() >= low and floats.max() <= high):  # nan makes both comparisons false
        wrong = np.argwhere(~((floats >= low) & (floats <= high)))[0]
        what = what or ("finite numbers" if low < 0 else "finite numbers of at least 0")
        place = f" at position {wrong[0]}" if array.ndim else ""
        raise ValueError(f"{name} must hold {what}, got {array[tuple(wrong)]}{place}")
    return floats


def scores(array: Array, name: str, what: str) -> Array:
    """An array of any shape, if it holds finite numbers; messages say `what` they are."""
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers, {what}; got {kind_of_entries(array)}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} holds nan or infinite values: it must hold finite numbers, {what}")
    return array


def ordered(values: Any, name: str) -> Array:
    """`values` as a non-empty 1-d array of numbers that can be put in order: infinite ones, but not nan."""
    if (nans := np.isnan(array := numbers(values, name))).any():
        raise ValueError(f"{name} must hold numbers that can be put in order, got nan at position {int(nans.argmax())}")
    return array


def counts(values: Any, name: str) -> Floats:
    """`values` as floats of any shape, finite and at least 0."""
    array = within(read(values, name), name, 0, kinds="iuf")
    return array + 0.0  # -0.0 + 0.0 is 0.0


def flags(values: Any, name: str) -> Floats:
    """`values` as a non-empty 1-d array of zeros and ones; booleans count as such."""
    wanted = "only 0 and 1 (or booleans)"
    array = one_dimensional(values, name)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold {wanted}, got {kind_of_entries(array)}")
    return only(array, name, (0, 1), wanted).astype(np.float64)


def label_each(values: Any, name: str, n: int, *, per: str = "example") -> Array:
    """`values` as n labels, one `per` what they are about."""
    labels = one_dimensional(values, name, per=per)
    if len(labels) != n:
        raise ValueError(f"{name} must hold one label per {per}: {n} {per}s, {len(labels)} labels")
    return labels


def text_of(path: str | PathLike[str], name: str) -> str:
    """What a file of text holds, without the mark that some programs put before it."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError:
        raise ValueError(
            f"{name} must be a file of text in UTF-8, which {path} is not; unpack what is packed"
        ) from None


def kept(data: Iterable[Any]) -> tuple[Any, ...]:
    """Samples that can be read by position, more than once: what a generator gives, and a view of a dictionary."""
    return tuple(
        list(sample) if hasattr(sample, "__next__") or isinstance(sample, MappingView) else of_arrow(sample)
        for sample in data
    )


def of_arrow(values: Any) -> Any:
    """The entries of a column that NumPy does not read, of Arrow, or nested or wide of Polars; all else as it came."""
    if hasattr(type(values), "collect_schema") and not hasattr(type(values), "__len__"):
        raise TypeError(f"a {type(values).__name__} holds no values yet: give collect() of it")
    if hasattr(values, "to_pylist") and not hasattr(values, "column_names"):
        array = np.asarray(values)
        return array if array.dtype.kind in "biuf" else values.to_pylist()
    dtype = getattr(values, "dtype", None) if type(values).__module__.startswith("polars") else None
    return values.to_list() if hasattr(dtype, "inner") or str(dtype).endswith("Int128") else values


def same_length(per: str = "example", /, **arrays: Any) -> None:
    """Raise unless all named sequences have one length, one entry `per` what they are about."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        came = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"{' and '.join(arrays)} must have the same length, one entry per {per}: {came}")


def columns(read: Callable[[Any, str], Any], per: str = "example", /, **arrays: Any) -> Any:
    """What `read` makes of each named sequence; raises unless all have one length, and one order of their index."""
    in_one_order(**arrays)
    checked = {name: read(values, name) for name, values in arrays.items()}
    same_length(per, **checked)
    return tuple(checked.values())


def only(array: Array, name: str, values: Sequence[float], wanted: str) -> Array:
    """An array, if all its entries are among `values`; messages say that it must hold what is `wanted`."""
    if not (usable := np.isin(array, values)).all():
        i = int(usable.argmin())
        raise ValueError(f"{name} must hold {wanted}, got {array.flat[i]} at position {i}")
    return array


def shapes_that_fit(**arrays: Array) -> None:
    """Raise unless all named arrays can be computed with entry by entry."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        came = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"{' and '.join(arrays)} must be numbers or have one shape: got {came}") from None


def weights(sample_weight: Any, n: int) -> Floats:
    """`sample_weight` as n finite, non-negative floats that are not all zero; without, 1 each."""
    if sample_weight is None:
        return np.ones(n)
    array = numbers(sample_weight, "sample_weight", kinds="biuf")
    if len(array) != n:
        raise ValueError(f"sample_weight must hold one weight per example: {n} examples, {len(array)} weights")
    if not np.isfinite(array).all() or (array < 0).any() or not array.any():
        raise ValueError(
            "sample_weight must be finite and non-negative with at least one weight above 0, "
            f"got values from {array.min()} to {array.max()}"
        )
    return array.astype(np.float64)


def in_whole_units(sample_weight: Any) -> Any:
    """Weights in the largest unit of which all are whole numbers, so that sums of them can be compared exactly.

    Where there is none, those that floats could not square are divided by a power of two; others stay as they are.
    """
    array = read(sample_weight, "sample_weight", "be 1-d, one entry per example")
    if array.dtype.kind != "f" or not array.size or not 0 < (largest := array.max()) < np.inf or array.min() < 0:
        return sample_weight
    if largest <= LARGEST and (array == np.rint(array)).all():
        return sample_weight
    array = np.ldexp(array.astype(np.float64), -np.frexp(largest)[1])
    unit = array[array > 0].min()
    while unit > 1e-6:  # Euclid's algorithm, of numbers that are rounded
        left = np.abs(array - (times := np.rint(array / unit)) * unit)
        if left.max() < 1e-14:
            return times
        unit = left[left >= 1e-14].min()
    return sample_weight if 1e-60 < largest < 1e60 else array


def repetitions(sample_weight: Any) -> None:
    """Raise unless weights are whole numbers that floats tell apart: how often each example occurs."""
    array = numbers(sample_weight, "sample_weight", kinds="biuf")
    if np.mod(array, 1).any() or array.max() > LARGEST:
        raise ValueError(
            "sample_weight must hold whole numbers of at most 2**53: the score depends on how many examples there are, "
            f"got {several(array)}"
        )


def real(value: Any, name: str) -> float:
    """`value` as a float (nan and inf pass)."""
    if isinstance(value, NO_NUMBER) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be a number that a float holds, got {int(value).bit_length()} bits") from None


def number_that(value: Any, name: str, holds: Callable[[float], bool], wanted: str) -> float:
    """`value` as a float of which something `holds`; a message says what it must do instead."""
    number = real(value, name)
    if not holds(number):
        raise ValueError(f"{name} must {wanted}, got {shown(value)}")
    return number


def positive(value: Any, name: str) -> float:
    """A check: a finite number above 0."""
    return number_that(value, name, lambda x: 0 < x < np.inf, "be a finite number above 0")


def count(value: Any, name: str) -> float:
    """A check: a finite number above 0 that can count something, which a share cannot."""
    number = positive(value, name)
    if number < 1:
        raise ValueError(f"{name} must be a count, got {shown(value)}: if it is a share, multiply it by what it is of")
    return number


def share(value: Any, name: str) -> float:
    """A check: a number from 0 to 1."""
    return number_that(value, name, lambda x: 0 <= x <= 1, "lie between 0 and 1")


def fraction(value: Any, name: str) -> float:
    """A check: a number strictly between 0 and 1."""
    number = real(value, name)
    if not 0 < number < 1:
        advice = f": {number:g} % is {name}={number / 100:g}" if 1 < number < 100 else ""
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {shown(value)}{advice}")
    return number


def two_numbers(values: Any, name: str) -> tuple[float, float]:
    """`values` as a pair of finite floats."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be two numbers, got {shown(values)}")
    pair = tuple(real(value, name) for value in values)
    if len(pair) != 2 or not all(map(isfinite, pair)):
        raise ValueError(f"{name} must be two finite numbers, got {shown(values)}")
    return pair


def of_qrels(value: Any) -> str:
    """What to do with dictionaries of queries, as the end of a message."""
    if not isinstance(value, Mapping):
        return ""
    return ": of qrels and a run, found = from_trec(qrels, run) makes found.relevances, and y_true and y_score for ndcg"


def whole_number(value: Any, name: str, *, least: int, most: int = LARGEST) -> int:
    """`value` as an int from `least` to `most`, by default the largest up to which floats skip none."""
    if isinstance(value, NO_NUMBER) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be a whole number, got {shown(value)}{of_qrels(value)}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {shown(value)}")
    if value > most:
        limit = f"{most}" if most < LARGEST else "2**53, past which floats skip numbers"
        raise ValueError(f"{name} must be at most {limit}, got {shown(value)}")
    return int(value)


def generator(rng: Any) -> "np.random.Generator":
    """The generator that `rng` is, or a new one seeded with it."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"rng must be a whole number of at least 0 or a numpy.random.Generator, got {shown(rng)}"
        ) from None


def as_list(values: Any, name: str, of: str, *, least: int = 1) -> list[Any]:
    """`values` as a list of at least `least` entries; messages call it `name` and say what it is a list `of`."""
    values = values if isinstance(values, list) else of_arrow(values)
    if not is_list(values) or len(values) < least:
        came = shown(values) + (": pass one of its columns" if hasattr(values, "columns") else "")
        raise TypeError(f"{name} must be a {'non-empty ' if least else ''}list of {of}, got {came}")
    return values if isinstance(values, list) else list(values)  # nobody changes it, so nobody needs a copy


def string(text: Any, name: str, wanted: str = "a string") -> str:
    """`text`, if it is a string; messages say that `name` must be what is `wanted`."""
    if not isinstance(text, str):
        advice = ": tokens are joined by ' '.join" if isinstance(text, list) and wanted == "a string" else ""
        raise TypeError(f"{name} must be {wanted}, got {shown(text)}{advice}")
    refuse_mark(text, name)
    return text


def refuse_mark(text: Any, name: str) -> None:
    """Raise where a text begins with the mark that some programs put before a file."""
    if type(text) is str and text.startswith("\ufeff"):
        raise ValueError(f"{name} begins with a byte order mark: read the file with encoding='utf-8-sig'")


def strings(values: Any, name: str, of: str = "strings", *, least: int = 1, wanted: str = "a string") -> list[str]:
    """`values` as a list of strings; messages say what it is a list `of`, and what each must be."""
    return [string(text, f"{name}[{i}]", wanted) for i, text in enumerate(as_list(values, name, of, least=least))]


def is_list(value: Any) -> bool:
    """Whether a list, a tuple, an array or a Series: anything in order and finite that is no string and no table."""
    if isinstance(value, list):  # the usual case first: it is asked once per text
        return True
    if isinstance(value, str | bytes) or hasattr(value, "columns"):
        return False
    return isinstance(value, Sequence) or (hasattr(value, "__array__") and bool(getattr(value, "shape", ())))


def named(values: Any, name: str) -> None:
    """Raise unless `values` maps at least one name to something."""
    if not isinstance(values, Mapping):
        raise TypeError(f"{name} must be a mapping from name to value, got {shown(values)}")
    if not values:
        raise ValueError(f"{name} is empty: at least one entry is needed")


def has_columns(table: Any, name: str, columns: Sequence[str]) -> None:
    """Raise unless this is a DataFrame with these columns."""
    held = None if _is_foreign_table(table) else getattr(table, "columns", None)
    lacking = [column for column in columns if held is not None and column not in held]
    if held is None or lacking:
        lack = f": {', '.join(lacking)} is missing" if lacking else ""
        wanted = f"{name} must be a DataFrame with columns {', '.join(columns)}"
        raise (ValueError if lacking else TypeError)(f"{wanted}, got {shown(table)}{lack}")


def one_of(value: Any, name: str, values: Iterable[Any]) -> Any:
    """`value` if it is among `values`."""
    values = list(values)
    if not any(value is one or (type(value) is type(one) and value == one) for one in values):
        raise ValueError(f"{name} must be one of {cut(', '.join(map(repr, values)), 2 * LISTED)}, got {shown(value)}")
    return value
