"""Judgements and runs as TREC has them, read: ranked lists of relevances, a query each."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from os import PathLike
from typing import Any

import numpy as np

from .arguments import Floats, Places, several, shown, text_of

Of = dict[Any, dict[Any, float]]  # a number for each document of each query
QRELS = ["query", "iteration", "document", "relevance"]
RUN = ["query", "Q0", "document", "rank", "score", "name"]


@dataclass(frozen=True, repr=False)
class JudgedRun:
    """A run and what is known of it, a query each, in the order of the qrels; its `repr` says what was missing."""

    queries: list[Any]
    relevances: list[list[float]]  # of what was found, best first; 0 where nobody judged it
    judged: list[list[float]]  # the same, nan where nobody judged it
    n_relevant: Places  # judged relevant, found or not
    n_irrelevant: Places
    y_true: Floats  # of what was found, up to the depth of the longest list, and of what was not, behind it
    y_score: Floats
    depth: int
    empty: list[Any]  # judged queries of which nothing was found
    left_out: list[Any]  # queries of the run that nobody judged
    unjudged: int  # documents
    tied: int  # documents with the score of another one

    def __repr__(self) -> str:
        found = sum(map(len, self.relevances))
        said = {
            f"{len(self.queries)} judged queries, {found} documents found, at most {self.depth} for a query": True,
            f"{len(self.empty)} queries without any, which count as empty lists: {several(self.empty)}": self.empty,
            f"{len(self.left_out)} queries left out, as nobody judged them: {several(self.left_out)}": self.left_out,
            f"{self.unjudged} documents that nobody judged: 0 in relevances, nan in judged": self.unjudged,
            f"{self.tied} documents with the score of another one": self.tied,
            f"Fields: {', '.join(field.name for field in fields(self))}": True,
        }
        return "\n".join(line for line, holds in said.items() if holds)


def judged_run(qrels: Any, run: Any, ties: str) -> JudgedRun:
    """Both read, and joined."""
    truth = _read(qrels, "qrels", QRELS)
    found = _read(run, "run", RUN)
    known, seen = ({d for own in each.values() for d in own} for each in (truth, found))
    for what, one, other in [("query", truth, found), ("document", known, seen)]:
        if not set(one) & set(other):
            raise ValueError(
                f"qrels and run have no {what} in common: qrels hold {several(list(one))}, run {several(list(other))}"
            )
    ranked, tied = [], 0
    for query in truth:
        order, equal = _ranked(found.get(query, {}), ties)
        ranked.append(order)
        tied += equal
    judged = [[_known(truth[q].get(d)) for d in own] for q, own in zip(truth, ranked, strict=True)]
    relevances = [np.nan_to_num(own).tolist() for own in judged]
    missed = [[r for d, r in own.items() if r > 0 and d not in found.get(q, {})] for q, own in truth.items()]
    depth = max(map(len, ranked))
    y_true = np.hstack([_padded(relevances, depth), _padded(missed)])
    numbers = [np.array(list(own.values()), dtype=float) for own in truth.values()]
    return JudgedRun(
        queries=list(truth),
        relevances=relevances,
        judged=judged,
        n_relevant=np.array([(own > 0).sum() for own in numbers]),
        n_irrelevant=np.array([(own == 0).sum() for own in numbers]),
        y_true=y_true,
        y_score=np.broadcast_to(-np.arange(float(y_true.shape[1])), y_true.shape).copy(),
        depth=depth,
        empty=[q for q, own in zip(truth, ranked, strict=True) if not own],
        left_out=[q for q in found if q not in truth],
        unjudged=int(sum(np.isnan(own).sum() for own in judged)),
        tied=tied,
    )


def _known(relevance: float | None) -> float:
    """A relevance, nan for none; below 0 stands for not judged, as in trec_eval."""
    return np.nan if relevance is None or relevance < 0 else float(relevance)


def _padded(rows: list[list[float]], width: int = 0) -> Floats:
    table = np.zeros((len(rows), max([width, *map(len, rows)])))
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table


def _ranked(scores: Mapping[Any, float], ties: str) -> tuple[list[Any], int]:
    """Documents, the highest score first, and how many of them share a score."""
    single = {d: float(np.float32(score)) if ties == "trec_eval" else score for d, score in scores.items()}
    documents = sorted(single, key=str, reverse=True) if ties == "trec_eval" else list(single)
    _, counts = np.unique(np.array(list(single.values())), return_counts=True)
    return sorted(documents, key=lambda d: -single[d]), int(counts[counts > 1].sum())


def _read(source: Any, name: str, columns: list[str]) -> Of:
    """A number for each document of each query, of a dictionary, of a text or of the file at a path."""
    if isinstance(source, Mapping):
        found = {query: _of_query(own, f"{name}[{query!r}]", columns) for query, own in source.items()}
    elif isinstance(source, str | PathLike):
        text = str(source) if "\n" in str(source) else text_of(source, name)
        found = _of_lines(text, name, columns)
    else:
        raise TypeError(
            f"{name} must be a dictionary {{query: {{document: number}}}}, a path or a text of TREC's lines, "
            f"got {shown(source)}"
        )
    if not found:
        raise ValueError(f"{name} is empty: at least one query is needed")
    return found


def _of_query(own: Any, name: str, columns: list[str]) -> dict[Any, float]:
    """Documents and numbers; of a list of a run, best first, in its order."""
    if isinstance(own, list | tuple | set) and columns is QRELS:
        raise TypeError(
            f"{name} must be a dictionary {{document: relevance}}, got {shown(own)}: of relevant documents alone make "
            "one by dict.fromkeys(documents, 1)"
        )
    if isinstance(own, list | tuple):
        if len(set(own)) < len(own):
            raise ValueError(f"{name} must hold no document twice, got {several(own)}")
        return {document: -float(rank) for rank, document in enumerate(own)}
    if not isinstance(own, Mapping):
        raise TypeError(f"{name} must be a dictionary {{document: number}}, or a list, best first; got {shown(own)}")
    for document, number in own.items():
        if isinstance(number, str) or not np.isfinite(number):
            raise ValueError(f"{name} must hold finite numbers, got {shown(number)} for {shown(document)}")
    return dict(own)


def _of_lines(text: str, name: str, columns: list[str]) -> Of:
    found: Of = {}
    for i, line in enumerate(text.splitlines(), 1):
        words = line.split()
        try:
            query, document, number = words[0], words[2], float(words[-1 if columns is QRELS else -2])
            if len(words) != len(columns) or not np.isfinite(number):
                raise ValueError
        except (IndexError, ValueError):
            if words:
                wanted = f"{name} must have lines of {', '.join(columns)}"
                raise ValueError(f"{wanted}, got in line {i} {shown(line)}") from None
            continue
        if document in found.setdefault(query, {}):
            raise ValueError(f"{name} must hold no document twice, got {document} of query {query} again in line {i}")
        found[query][document] = number
    return found
