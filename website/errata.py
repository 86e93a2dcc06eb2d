"""The record of the five documents: an address for each erratum, and all printed figures recomputed."""

from html import escape

import evalmetrics_book as book

from .reference import plain


def errata() -> str:
    """Every erratum, weighed by two executions."""
    lines = ["# Errata, an address each", "", OPENING, ""]
    for number, entry in book.errata().iterrows():
        lines += [f"({number})=", f"## {number} {plain(entry['document'])}: {plain(entry['section'])}", ""]
        lines += [f"> {plain(entry['quotation'])}", "", f"**Kindly:** {plain(entry['reading'])}", ""]
        lines += [f"**Holds:** {plain(entry['holds'])}", "", "```python"]
        lines += [entry["as_printed"], f"# as it stands: {entry['gives']}", entry["right"]]
        lines += [f"# {'read otherwise' if entry['kind'] == 'ambiguous' else 'right'}: {entry['comes_to']}", "```", ""]
        lines += [f"*Kind: {entry['kind']}. More in {plain(entry['where'])}.*", ""]
    return "\n".join(lines)


def figures() -> str:
    """Every number that the documents print, with what comes out."""
    table = book.printed_figures()
    lines = ["# Printed numbers, recomputed", "", FIGURES, ""]
    columns = ["section", "what", "printed", "recomputed", "holds"]
    for document, rows in table.groupby("document", sort=False):
        lines += [f"## {plain(str(document))}", "", "```{raw} html"]
        lines += ['<div class="table-wrapper"><table><thead><tr><th>number</th>']
        lines += [*(f"<th>{column}</th>" for column in columns), "</tr></thead><tbody>"]
        for number, row in rows.iterrows():
            cells = "".join(f"<td>{escape(str(row[column]))}</td>" for column in columns)
            lines.append(f'<tr id="{number}"><td><a href="#{number}">{number}</a></td>{cells}</tr>')
        lines += ["</tbody></table></div>", "```", ""]
    return "\n".join(lines)


OPENING = """Sentences, formulas and lines of code of five well-known documents that were questioned. Each is read in
the way that comes nearest to making it right, and weighed by two executions: the document taken at its word, and what
does hold. [Lesson 64](notebooks/64_errata/64_1_printed_numbers.ipynb) tells how it was done; [all printed
numbers](figures.md) are recomputed, too. [81](notebooks/81_potts_2020.ipynb) to [85](notebooks/85_chadha.ipynb) go
through the documents."""

FIGURES = """The numbers that the documents print, each with an address of its own: the link on its number.
[Errata](errata.md) says what is wrong where something is."""
