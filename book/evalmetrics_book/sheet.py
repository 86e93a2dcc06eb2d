"""The lead metrics on two sides of paper: `make sheet` writes them into the folder of the book."""

import re
from html import escape

from evalmetrics.cards import Card, all_cards
from evalmetrics.kinds.help_pages import described_by

# Faces of one width, so that any machine fits the rows on two sides.
FACES = '"Liberation Sans", Arial, Helvetica, "DejaVu Sans Condensed", sans-serif'
STYLE = f"""
@page {{ size: A4 landscape; margin: 5mm 7mm; }}
body {{ font: 6.2pt/1.08 {FACES}; margin: 0; color: #000; background: #fff; }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed; }}
caption {{ text-align: left; font-size: 8pt; padding-bottom: 0.8mm; }}
h1 {{ display: inline; font-size: inherit; }}
th {{ text-align: left; border-bottom: 0.6pt solid #000; padding: 0 1mm 0.3mm; }}
td {{ vertical-align: top; border-bottom: 0.3pt solid #bbb; padding: 0.18mm 1mm; overflow-wrap: break-word; }}
tr {{ break-inside: avoid; }}
.n {{ width: 2.3%; }} .name {{ width: 15%; }} .formula {{ width: 24.5%; }} .bounds {{ width: 5%; }}
.undefined {{ width: 22%; }}
@media screen {{ body {{ font-size: 12px; margin: 1em; }} }}
"""
COLUMNS = {
    "n": "Ch.",
    "name": "Metric",
    "formula": "Formula",
    "bounds": "Bounds",
    "blind": "What it cannot see",
    "undefined": "Undefined",
}


@described_by()
def metric_sheet() -> str:
    """The lead metrics of the book, to be printed on the two sides of a sheet of A4, landscape.

    Made of the cards: chapter, metric, formula, bounds with the end to wish for, what it cannot see, where it is
    undefined.

    -> str
        A page of HTML that loads nothing.

    >>> "<td>TP / (TP + FP)</td>" in metric_sheet()
    True
    """
    columns = "".join(f'<col class="{column}">' for column in COLUMNS)
    titles = "".join(f"<th>{title}</th>" for title in COLUMNS.values())
    rows = "\n".join(_row(card) for card in all_cards().values() if card.formula)
    caption = (
        "<h1>evalmetrics: the lead metrics</h1> · the number is the chapter · ↑ higher is better, ↓ lower is better · "
        "Undefined: where the score is nan, never a silent 0"
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>The lead metrics</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<table>\n<caption>{caption}</caption>\n<colgroup>{columns}</colgroup>\n"
        f"<thead><tr>{titles}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</main>\n</body>\n</html>\n"
    )


def _row(card: Card) -> str:
    arrow = {"higher": " ↑", "lower": " ↓"}.get(card.better, "")
    symbol = "" if card.symbol.lower() in card.name.lower().split() else f" · {escape(card.symbol)}"
    texts = [_html(text) for text in (card.formula, card.bounds + arrow, card.blind_to, card.undefined)]
    cells = [card.chapter, f"<b>{escape(card.name)}</b>{symbol}", *texts]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _html(text: str) -> str:
    """A text of a card, which may have words in *italics*."""
    return re.sub(r"\*(\w+)\*", r"<i>\1</i>", escape(text))


if __name__ == "__main__":
    print(metric_sheet(), end="")
