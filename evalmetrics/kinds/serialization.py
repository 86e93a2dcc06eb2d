"""Totals as bytes: text that says what it holds, packed, with a check of every bit. Nothing in it is ever executed."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from types import FunctionType, MethodDescriptorType
from typing import Any

import numpy as np

from ..inputs import matrices
from ..inputs.later import pd
from ..inputs.rankings import Ranking
from .tally import Tally

VERSION = 2  # of the form of the bytes: a reader refuses what is newer than it
HEAD = b"evalmetrics total"


def written(*parts: Any) -> bytes:
    """Values as bytes, with a head that tells their form and their digest."""
    text = json.dumps([_plain(part) for part in parts], separators=(",", ":"), allow_nan=True)
    body = zlib.compress(text.encode(), 6)
    return b"%s %d %s\n" % (HEAD, VERSION, hashlib.sha256(body).hexdigest().encode()) + body


def read(data: bytes) -> list[Any]:
    """The values that `written` made bytes of; raises for other bytes, and for bytes that have changed."""
    head, _, body = bytes(data).partition(b"\n")
    words = head.split(b" ")
    if b" ".join(words[:2]) != HEAD or len(words) != 4:
        raise ValueError(f"data must be what to_bytes of a total wrote, got {bytes(data[:20])!r}...")
    if int(words[2]) > VERSION:
        raise ValueError(f"data were written by a later version of evalmetrics, in form {int(words[2])}")
    if hashlib.sha256(body).hexdigest().encode() != words[3]:
        raise ValueError("data have changed since to_bytes wrote them: count this part again")
    return [_restored(part) for part in json.loads(zlib.decompress(body))]


def _plain(value: Any) -> Any:
    """A value in lists, texts and numbers; what is none of these is a dict of its kind and its contents."""
    if value is None or (isinstance(value, str | bool | float) and type(value) in (str, bool, float)):
        return value
    if type(value) is int:
        return value if abs(value) < 2**53 else {"int": str(value)}
    for kind, (of, plain, _) in forms().items():
        if isinstance(value, of):
            return {kind: plain(value)}
    raise TypeError(f"a total that holds {value!r} cannot be saved: it has no name that another process would find")


def _restored(plain: Any) -> Any:
    if isinstance(plain, dict):
        ((kind, contents),) = plain.items()
        return int(contents) if kind == "int" else forms()[kind][2](contents)
    return plain


def _each(values: Any) -> list[Any]:
    return [_plain(value) for value in values]


def _all(plain: Any) -> list[Any]:
    return [_restored(value) for value in plain]


def _function(function: FunctionType | MethodDescriptorType) -> list[str]:
    module, name = getattr(function, "__module__", "builtins"), function.__qualname__
    if module == "__main__" or "<" in name:
        raise TypeError(f"a total that was counted with {name} cannot be saved: define it in a module of its own")
    return [module, name]


def _named(contents: list[str]) -> Any:
    """A function of the package; another one is to be given by who reads, not imported for the sake of a file."""
    module, name = contents
    if module.partition(".")[0] not in ("evalmetrics", "builtins"):
        raise ValueError(f"data name the function {name} of {module}, which is not imported for the sake of a file")
    found = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _array(array: Any) -> list[Any]:
    return [str(array.dtype), list(array.shape), _each(array.ravel().tolist())]


def _array_again(contents: list[Any]) -> Any:
    kind, shape, values = contents
    array = np.empty(len(values), dtype=kind)
    array[:] = _all(values)
    return array.reshape(shape)


Form = tuple[Any, Callable[[Any], Any], Callable[[Any], Any]]


@cache
def forms() -> dict[str, Form]:
    """Kinds of values: the classes of each, what makes plain lists of one, and what makes it again."""
    return {
        "fraction": (Fraction, lambda f: [str(f.numerator), str(f.denominator)], lambda c: Fraction(*map(int, c))),
        "number": (np.generic, lambda n: _plain(n.item()), _restored),
        "tuple": (tuple, _each, lambda c: tuple(_all(c))),
        "list": (list | range, _each, _all),
        "set": (frozenset, lambda s: _each(sorted(s, key=repr)), lambda c: frozenset(_all(c))),
        "dict": (Mapping, lambda m: [_each(pair) for pair in m.items()], lambda c: dict(map(_all, c))),
        "function": (FunctionType | MethodDescriptorType, _function, _named),
        "ranking": (
            Ranking,
            lambda r: [_array(r.scores), _array(r.positives), _array(r.negatives)],
            lambda c: Ranking(*map(_array_again, c)),
        ),
        "tally": (Tally, lambda t: _each([t.columns, t.times]), lambda c: Tally(*_all(c))),
        "array": (np.ndarray, _array, _array_again),
        "matrix": (
            pd.DataFrame,
            lambda m: [_each(m.index.tolist()), str(m.index.dtype), _array(m.to_numpy())],
            lambda c: matrices.frame(_array_again(c[2]), pd.Index(_all(c[0]), dtype=c[1])),
        ),
        "index": (pd.Index, lambda i: [_each(i.tolist()), str(i.dtype)], lambda c: pd.Index(_all(c[0]), dtype=c[1])),
    }
