"""The reference of both packages, made of docstrings and cards: every public name, all metrics, the glossary."""

import importlib
import inspect
import re
from html import escape
from typing import Any

import evalmetrics as em
import evalmetrics_book as book
from evalmetrics.cards import Card, all_cards
from evalmetrics.cards.search import NOT_HERE, elsewhere
from evalmetrics.kinds.base import kind_of
from evalmetrics.kinds.help_pages import entries_of, sections_of
from tests.book.notebooks import listed, read

from .notebooks import openings

# The full name of the module that defines each public name.
HOMES = {name: f"evalmetrics.{module}" for module, names in em._names().items() for name in names}
HOMES |= {name: getattr(book, name).__module__ for name in dir(book)}
GROUPED = {
    "book": "The lessons: data and record",
    "figures": "The lessons: figures and explorers",
    "audit": "The lessons: coverage of intervals",
    "cards": "Cards and what searches them",
    "forensics": "Score forensics",
    "kinds": "Definitions, shown",
    "plots": "Pictures of your own data",
    "metric": "Metrics of your own",
    "parts": "Data in parts",
}
OF_CHAPTERS = {"meteor_scores": "meteor", "cider_scores": "cider", "perplexities": "perplexity"}  # modules and chapters
LISTED = {"Parameters", "Returns", "Raises", "Warns"}


def page_of(name: str) -> str:
    """The page of the reference on which a public name stands: its chapter's, or that of what it belongs to."""
    package, first, *_ = HOMES[name].split(".")
    return OF_CHAPTERS.get(first, first) if package == "evalmetrics" or first in GROUPED else "book"


def pages() -> dict[str, str]:
    """Pages by their names: one a topic, their list, all metrics, the glossary."""
    topics: dict[str, list[str]] = {}
    for name in sorted(HOMES, key=lambda name: (page_of(name), name.lower())):
        topics.setdefault(page_of(name), []).append(name)
    used = uses()
    made = {f"reference/{topic}": topic_page(topic, names, used) for topic, names in topics.items()}
    titles = {topic: title_of(topic) for topic in topics}
    lists = "\n".join(f"- [{titles[topic]}]({topic}.md): {', '.join(map(linked, n))}" for topic, n in topics.items())
    tree = "\n".join(["```{toctree}", ":hidden:", "", *topics, "```"])
    intro = "Every public name, by topic: what goes in, what comes out, where it is undefined. "
    intro += "*The lessons* are names of `evalmetrics_book`, all others of `evalmetrics`."
    made["reference/index"] = f"# Reference\n\n{intro}\n\n{lists}\n\n{tree}\n"
    return {**made, "metrics": all_metrics(), "glossary": glossary()}


def title_of(topic: str) -> str:
    """The title of a page of the reference: that of the topic in the book, where there is one."""
    titles = {page.own.topic[3:]: page.title[3:] for page in openings().values()}
    return GROUPED.get(topic) or titles.get(topic) or topic.replace("_", " ").capitalize()


def uses() -> dict[str, list[str]]:
    """Links to the notebooks whose cells use a name."""
    found: dict[str, list[str]] = {}
    for own in listed():
        code = "\n".join(cell.source for cell in read(own.path).cells if cell.cell_type == "code")
        for name in set(re.findall(r"\b(?:em|book)\.(\w+)", code)):
            found.setdefault(name, []).append(f"[{own.number}](../notebooks/{own.page}.ipynb)")
    return found


def topic_page(topic: str, names: list[str], used: dict[str, list[str]]) -> str:
    """One page of the reference."""
    module = {HOMES[name] for name in names}
    package = HOMES[names[0]].partition(".")[0]
    about = inspect.getdoc(importlib.import_module(module.pop())) if len(module) == 1 else ""
    opening = plain(str(about).split("\n\n")[0])
    lines = [f"# {title_of(topic)}", "", opening, "", f"```{{py:currentmodule}} {package}", "```", ""]
    return "\n".join([*lines, *(entry(name, used.get(name, [])) for name in names)])


def entry(name: str, used: list[str]) -> str:
    """One name: its signature, docstring, card and chapters."""
    thing = getattr(importlib.import_module(HOMES[name].partition(".")[0]), name)
    sections = sections_of(thing)
    kind = "class" if inspect.isclass(thing) else "function"
    lines = [f"::::{{py:{kind}}} {name}{signature(thing)}", "", prose(sections.pop("")), ""]
    card = all_cards().get(name)
    if card is not None:
        lines += [card_table(card), ""]
    for title, text in sections.items():
        lines += [f"**{title}**", "", section(title, text), ""]
    if kind_of(thing) is not None:
        lines += ["<details><summary>Definition in code</summary>", "", f"```python\n{em.show_source(thing)}\n```", ""]
        lines += ["</details>", ""]
    if used:
        lines += ["*In chapters* " + ", ".join(used), ""]
    return "\n".join([*lines, "::::", ""])


def signature(thing: Any) -> str:
    """The arguments of a function, without types; the docstring tells them."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    written = str(found.replace(parameters=plain, return_annotation=found.empty))
    return re.sub(r"<(?:\w+ )?([\w.]+)[^>]*>", lambda m: m[1].rpartition(".")[2], written)


def section(title: str, text: str) -> str:
    """A section of a docstring as Markdown."""
    if title == "Examples":
        return f"```pycon\n{text.strip()}\n```"
    if title not in LISTED:
        return prose(text)
    lines = []
    for head, body in entries_of(text).items():
        typed = title == "Parameters" and not body.startswith("    ")
        kind, _, rest = body.partition("\n") if typed else ("", "", body)
        told = prose(inspect.cleandoc(rest)) if rest.strip() else ""
        term = f"`{head}`" if title in ("Parameters", "Raises") else prose(head)
        paragraphs = [part for part in (prose(kind), told) if part] or ["…"]
        lines += [term, ": " + "\n\n".join(paragraphs).replace("\n", "\n  "), ""]
    return "\n".join(lines)


def prose(text: str) -> str:
    """The text of a docstring as Markdown: names in backticks are linked, other marks are kept as characters."""
    parts = re.split(r"(``.+?``|`[^`]+`)", text, flags=re.DOTALL)
    return "".join(code(part) if part.startswith("`") else plain(part) for part in parts)


def code(marked: str) -> str:
    """Code in running text, linked where it is a public name."""
    name = marked.strip("`")
    return linked(name) if name in HOMES else f"`{' '.join(name.split())}`"


def linked(name: str) -> str:
    """A link to the entry of a public name."""
    return f"{{py:obj}}`~{HOMES[name].partition('.')[0]}.{name}`"


def plain(text: str) -> str:
    """Text whose characters mean themselves in Markdown."""
    text = re.sub(r"([\\*_`$|<>\[\]{}#~^])", r"\\\1", text)
    return re.sub(r"^(\s*)([-+:]|\d+\.)(?=\s)", r"\1\\\2", text, flags=re.MULTILINE)


def card_table(card: Card) -> str:
    """A card as a list of what to know."""
    said = {
        "Also called": ", ".join(card.other_names),
        "Bounds": f"{card.bounds}, {card.direction}",
        "Formula": card.formula,
        "Values": card.values,
        "Cannot see": card.blind_to,
        "Undefined": card.undefined,
        "Nothing scores": card.baseline,
        "State with it": card.state,
    }
    return "\n".join(f"- **{label}**: {plain(text)}" for label, text in said.items() if text)


def all_metrics() -> str:
    """All metrics in one table, with a field that filters it."""
    heads = ["", "Metric", "Bounds", "Better", "Cannot see", "Undefined", "Source"]
    rows = ["<thead><tr>" + "".join(f"<th>{h}</th>" if h else "<td></td>" for h in heads) + "</tr></thead><tbody>"]
    first_of = openings()
    for name, card in all_cards().items():
        first = f'<td><a href="notebooks/{first_of[card.chapter].own.page}.html">{card.chapter}</a></td>'
        link = f'<a href="reference/{page_of(name)}.html#evalmetrics.{name}">{escape(card.name)}</a>'
        called = escape("; ".join([card.symbol, *card.other_names]))
        sought = f"<span hidden>{escape('; '.join(card.sought_as))}</span>" if card.sought_as else ""
        cells = [f"{link} ({called}){sought}", escape(card.bounds), escape(card.better), escape(card.blind_to)]
        cells += [escape(card.undefined), escape(card.source)]
        rows.append(f"<tr>{first}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    others = [
        f"<tr><td>{escape('; '.join([each.name, *each.other_names]))}</td><td>{escape(each.said)}</td></tr>"
        for each in elsewhere()
        if each.row == NOT_HERE
    ]
    return f"""# All metrics

Type a word, or several: *sensitivity*, *AUROC*, *0/0*, *lower*, *Krippendorff*. What is left are the metrics whose
cards have all of them. A score that is undefined is `nan` in this package, never a silent 0.

```{{raw}} html
<p class="filter"><label>Find <input type="search" id="filter" autocomplete="off"></label>
<output id="filtered">{len(all_cards())} metrics</output></p>
<div class="table-wrapper"><table id="metrics">{"".join(rows)}</tbody></table></div>
```

## What is not here

```{{raw}} html
<div class="table-wrapper"><table id="elsewhere"><tbody>{"".join(others)}</tbody></table></div>
```
"""


def glossary() -> str:
    """The metrics in the order of their names, each in a sentence; then their other names, with the one used here."""
    lines = ["# Glossary", "", "What each metric values, and where it is treated.", "", "```{glossary}"]
    named: dict[str, list[Card]] = {}
    first = openings()
    for card in all_cards().values():
        named.setdefault(card.name, []).append(card)
    for name in sorted(named, key=str.lower):
        lines += [name]
        for card in named[name]:
            where = f"[{card.chapter}](notebooks/{first[card.chapter].own.page}.ipynb)"
            lines += [f"  {plain(card.values)} {linked(card.function)}, chapter {where}.", ""]
    lines += ["```", "", "## Other names", ""]
    others = {(other, card.name) for card in all_cards().values() for other in card.other_names}
    lines += [f"- {plain(other)}: {{term}}`{name}`" for other, name in sorted(others, key=lambda pair: pair[0].lower())]
    return "\n".join([*lines, ""])
