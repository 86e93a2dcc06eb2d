"""How one gets about: an address of its own for each heading (`average-precision-definition`), parts that fold."""

import re
from collections import Counter
from typing import Any

from docutils import nodes

# Headings of many lessons: what they are about goes in front.
SHARED = {"what-is-counted", "definition", "in-code", "worked-examples", "bounds", "value-encoded", "weaknesses"}
SHARED |= {"relatives", "how-sure", "in-practice", "the-card", "check-yourself", "sources", "edge-cases"}


def give_addresses(_: Any, document: nodes.document) -> None:
    """Put an address of its own before those that each heading has; old ones go on leading there."""
    sections = list(document.findall(nodes.section))
    titles = {section: section[0].astext() for section in sections}
    often = Counter(nodes.make_id(title) for title in titles.values())
    taken = {address for section in sections for address in section["ids"]}
    for section in sections[1:]:
        own, above = nodes.make_id(titles[section]), section.parent
        if own in SHARED or often[own] > 1:
            while nodes.make_id(titles[above]) in SHARED:
                above = above.parent
            about = nodes.make_id(titles[above].partition(":")[0]) if above is sections[0] else above["ids"][0]
            own = f"{about}-{own}"
            while own in taken:
                own += "-again"
            taken.add(own)
            section["ids"].insert(0, own)


def folded(tree: str) -> str:
    """The tree of all pages, each part of the book in a box that folds; the part of this page is open."""
    parts = r'<p class="caption"[^>]*><span[^>]*>(.*?)</span></p>\s*(.*?)(?=<p class="caption"|\Z)'
    return re.sub(parts, part, tree, flags=re.DOTALL)


def part(found: re.Match[str]) -> str:
    """One part of the book, as a box that folds."""
    opened = " open" if "current" in found[2] else ""
    return f"<details{opened}><summary>{found[1]}</summary>{found[2]}</details>"
