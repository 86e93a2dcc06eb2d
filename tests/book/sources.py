"""Hold the record to the documents: `python -m tests.book.sources FOLDER [--write]`, where FOLDER has their texts.

Every quotation must stand in its document, under the section that is named, and every printed value in the passage that
is quoted for it. With `--write`, and if all do, the digests are stored that the tests compare the record with.
"""

import hashlib
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import evalmetrics_book
from evalmetrics_book import shipped
from evalmetrics_book.record import Table, erratum_entries, figure_entries

TEXTS = {
    "Potts 2020": "potts-2020-evaluation-metrics.txt",
    "Potts 2018": "potts-2018-evaluation-metrics.txt",
    "Yggdrasil": "yggdrasil-metrics.txt",
    "ROUGE and BLEU": "rouge-and-bleu-post.txt",
    "Chadha": "chadha-evaluation-metrics.txt",
}
DIGESTS = Path(evalmetrics_book.__file__).parent / "data" / "sources.toml"
MOST_WORDS = 25
HEAD = "# Written by `make sources`: the texts that the record was held to, and a digest for every entry of it."
DOUBLED = {r"F1F1": "F1", r"R2R2": "R2", r"\bkk\b": "k"}  # inline formulas, which one of the texts has twice
LOST = {"Perplexity is a common metric": "Perplexity"}  # a heading that the texts lost, by what stands under it


def plain(text: str) -> str:
    """A text without line breaks, and without what was doubled when it was taken from its page."""
    text = " ".join(text.split())
    for doubled, once in DOUBLED.items():
        text = re.sub(doubled, once, text)
    return text


def digest(entry: Table, texts: dict[str, str]) -> str:
    """What stands for an entry's place, quotation and value, and for the text that they were found in."""
    held = [entry["id"], entry["section"]]
    held += [entry.get(key, "") for key in ("quotation", "printed", "found")]
    held += [f"{name} {texts[name]}" for name in (entry["document"], *entry.get("also", []))]
    return hashlib.sha256("\n".join(held).encode()).hexdigest()[:16]


def faults(entries: list[Table], documents: dict[str, str]) -> Iterator[str]:
    """What the documents do not have as the record says it."""
    sections = {name: {e["section"] for e in entries if e["document"] == name} for name in documents}
    for entry in entries:
        name, words = entry["document"], plain(entry.get("quotation", entry.get("found", "")))
        if entry.get("left_out") == "elsewhere":
            continue
        places = [plain(place) for place in parts(documents[name], entry["section"], sections[name])]
        if not places:
            yield f"{entry['id']}: {name} has no section {entry['section']!r}"
        elif not any(words in place for place in places):
            yield f"{entry['id']}: not in the section {entry['section']!r} of {name}: {words!r}"
        if "quotation" in entry and not 0 < len(words.split()) <= MOST_WORDS:
            yield f"{entry['id']}: a quotation of {len(words.split())} words, at most {MOST_WORDS}"
        if not entry.get("words"):
            missing = [value for value in entry.get("printed", "").split() if not printed_in(value, words)]
            yield from (f"{entry['id']}: {value} is not in {words!r}" for value in missing)
        for other in entry.get("also", []):
            if words not in plain(documents[other]):
                yield f"{entry['id']}: not in {other}: {words!r}"


def parts(text: str, section: str, sections: set[str]) -> Iterator[str]:
    """The parts of a document under headings of a name, each to the next heading (of those the record names)."""
    lines, marked = text.splitlines(), "\n## " in text
    in_cells, wanted = section.startswith("In ["), {plain(name) for name in sections}

    def heading(line: str) -> str:
        name = plain(line.strip("# "))
        if in_cells:
            found = re.match(r"In \[\d+\]", name)
            return found[0] if found else ""
        if marked:
            return name if line.startswith("#") else ""
        lost = next((section for start, section in LOST.items() if name.startswith(start)), "")
        return name if name in wanted else lost

    heads = [(i, heading(line)) for i, line in enumerate(lines) if heading(line)] + [(len(lines), "")]
    for (start, name), (end, _) in itertools.pairwise(heads):
        if name == plain(section):
            yield "\n".join(lines[start:end])


def printed_in(value: str, words: str) -> bool:
    """Whether a number stands in a passage, which may have lost the bar of a fraction and may name a percentage."""
    written, digits = words.replace("−", "-"), re.sub(r"\D", "", value)
    if re.search(rf"(?<![\d.]){re.escape(value)}(?!\d)", written):
        return True
    if re.fullmatch(r"w\d", value):
        return f"w_{value[1]}" in words
    if value in ("0", "NaN"):
        return {"0": "zero", "NaN": "=00"}[value] in words
    if "β" in words:  # a formula, whose exponents and denominators run into each other
        return value in words
    return ("/" in value and digits in re.sub("-", "", written)) or ("%" in words and digits.lstrip("0") in words)


def main() -> None:
    """Compare; store the digests if that is wanted and nothing is amiss."""
    folder, write = Path(sys.argv[1]), "--write" in sys.argv
    if absent := [file for file in TEXTS.values() if not (folder / file).is_file()]:
        sys.exit(f"Name the folder that has the texts, as DOCUMENTS=folder: {folder} lacks {', '.join(absent)}")
    documents = {name: (folder / file).read_text(encoding="utf-8") for name, file in TEXTS.items()}
    texts = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in documents.items()}
    entries = [*erratum_entries(), *figure_entries()]
    found, digests = list(faults(entries, documents)), {entry["id"]: digest(entry, texts) for entry in entries}
    if write and not found:
        tables = {"documents": texts, "entries": digests}
        lines = []
        for table, values in tables.items():
            lines += ["", f"[{table}]", *(f'"{name}" = "{value}"' for name, value in values.items())]
        DIGESTS.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")
    elif shipped.tables(DIGESTS.name) != {"documents": texts, "entries": digests}:
        found.append("the stored digests are of other entries or texts: run with --write once the rest is right")
    print(*found, f"{len(digests)} entries, {len(found)} faults", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
