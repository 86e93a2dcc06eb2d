"""An outcome as a student reads it: a small table in a notebook, a few lines in a terminal."""

from dataclasses import dataclass
from html import escape

from .judging import Outcome

MARK = {True: "✓", False: "✗"}


@dataclass(frozen=True)
class Report:
    """What `check` says. A notebook shows it as a table, a terminal as text."""

    outcome: Outcome

    @property
    def right(self) -> bool:
        """Whether the task is done."""
        return self.outcome.full

    def __repr__(self) -> str:
        return text(self.outcome)

    def _repr_html_(self) -> str:
        return html(self.outcome)


def so_many(points: float) -> str:
    """Points in words: 1 point, 2.5 points."""
    return f"{points:g} point{'' if points == 1 else 's'}"


def headline(outcome: Outcome) -> str:
    """Task and points in a few words."""
    if outcome.earned is None:
        return f"{outcome.task}, {so_many(outcome.points)}"
    return f"{outcome.task} {MARK[outcome.full]} {outcome.earned:g} of {so_many(outcome.points)}"


def remarks(outcome: Outcome) -> list[str]:
    """The wrong idea, if it has a name, and what else there is to say."""
    return [*([f"This looks like {outcome.idea}."] if outcome.idea else []), *outcome.remarks]


def text(outcome: Outcome) -> str:
    """The outcome for a terminal."""
    columns = max(map(len, outcome.table), default=0)
    widths = [max(len(line) for row in outcome.table for line in row[i].split("\n")) for i in range(columns)]
    lines = [headline(outcome), outcome.said, ""]
    for row in outcome.table:
        cells = [cell.split("\n") for cell in row]
        for i in range(max(map(len, cells))):
            parts = [(cell[i] if i < len(cell) else "").ljust(width) for cell, width in zip(cells, widths, strict=True)]
            lines.append("    " + "   ".join(parts).rstrip())
    lines += ["", *remarks(outcome)] if outcome.table else remarks(outcome)
    return "\n".join(lines).strip()


def html(outcome: Outcome) -> str:
    """The outcome for a notebook or a page, self-contained."""
    cell = '<td style="text-align: left; vertical-align: top; white-space: pre-wrap; font-family: monospace">{}</td>'
    rows = "".join(f"<tr>{''.join(cell.format(escape(part)) for part in row)}</tr>" for row in outcome.table)
    table = f"<table>{rows}</table>" if rows else ""
    after = "".join(f"<p>{escape(remark)}</p>" for remark in remarks(outcome))
    said = f"<p><b>{escape(headline(outcome))}</b><br>{escape(outcome.said)}</p>"
    return f'<div class="tex2jax_ignore mathjax_ignore">{said}{table}{after}</div>'
