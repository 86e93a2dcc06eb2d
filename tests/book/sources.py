"""Hold the record to the documents: `python -m tests.book.sources FOLDER [--write]`, where FOLDER has their texts.

Every quotation must stand in its document, under the section that is named, and every printed value in the passage that
is quoted for it. With `--write`, and if all do, the digests are stored that the tests compare the record with, and the
heading of the crosswalk that each entry stands under.
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
HEAD = """# Written by `make sources`: the texts that the record was held to, a digest for every entry of it, and the
# entries of each document in its order, each with the heading of the crosswalk that it stands under."""
DOUBLED = {r"F1F1": "F1", r"R2R2": "R2", r"\bkk\b": "k"}  # inline formulas, which one of the texts has twice
LOST = {"Perplexity is a common metric": "Perplexity"}  # a heading that the texts lost, by what stands under it
# Headings of the crosswalk that a text lost or does not have, by how the first line under them begins.
BEGIN = {
    "Potts 2018": {
        "Evaluation metrics in NLP": "Different evaluation metrics",
        "Confusion matrix": "A confusion matrix gives",
        "Accuracy": "In [5]",
        "Precision": "In [9]",
        "Recall": "In [14]",
        "F scores": "In [18]",
        "Macro-averaged F scores": "The macro-averaged F",
        "Weighted F scores": "Weighted F$",
        "Micro-averaged F scores": "Micro-averaged F$",
        "Precision–recall curves": "I noted above",
        "ROC curve": "The Receive operating",
        "Mean squared error": "The mean squared error",
        "R-squared scores": "The R$",
        "Word error rate": "The word error rate",
        "BLEU scores": "BLEU (",
    },
    "ROUGE and BLEU": {"The code of ROUGE": "The google-research", "The code of BLEU": "Below is the tensorflow"},
}


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
        lines = documents[name].splitlines()
        places = [plain("\n".join(lines[i:j])) for i, j in parts(documents[name], entry["section"], sections[name])]
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


def headings(name: str, text: str) -> dict[str, int]:
    """The headings that the crosswalk has of a document, each with its line; they come in their order."""
    lines, found, start = text.splitlines(), {}, 0
    for heading, *_ in shipped.tables("crosswalk.toml")[name]:
        begin = BEGIN.get(name, {}).get(heading, heading)
        heads = {i: plain(line.strip("# ")) for i, line in enumerate(lines) if line[:1] == "#" or "\n## " not in text}
        after = [i for i in heads if i >= start and heads[i].startswith(begin)]
        if not after:
            sys.exit(f"{name} has no heading {heading!r} below those before it in the crosswalk")
        found[heading] = start = next((i for i in after if heads[i] == begin), after[0])
    return found


def places(documents: dict[str, str], entries: list[Table]) -> dict[str, dict[str, str]]:
    """The entries on each document in the order of their passages, each with the heading that it stands under."""
    found: dict[str, dict[str, str]] = {}
    for name, text in documents.items():
        lines, heads, at = text.splitlines(), headings(name, text), {}
        sections = {entry["section"] for entry in entries if entry["document"] == name}
        ends = dict(zip(heads, [*list(heads.values())[1:], len(lines)], strict=True))
        for entry in entries:
            if entry["document"] == name:
                spans = list(parts(text, entry["section"], sections))
            elif name in entry.get("also", []):  # under the heading that it has in its own document
                heading = found[entry["document"]][entry["id"]]
                spans = [(heads[heading], ends[heading])]
            else:
                continue
            words = (
                "" if entry.get("left_out") == "elsewhere" else plain(entry.get("quotation", entry.get("found", "")))
            )
            start, end = next((i, j) for i, j in spans if words in plain("\n".join(lines[i:j])))
            if words:
                end = next(k for k in range(start, end + 1) if words in plain("\n".join(lines[start:k])))
                start = max(i for i in range(start, end) if words in plain("\n".join(lines[i:end])))
            at[entry["id"]] = start
        order = sorted(at, key=lambda number: at[number])
        found[name] = {n: [heading for heading, line in heads.items() if line <= at[n]][-1] for n in order}
    return found


def parts(text: str, section: str, sections: set[str]) -> Iterator[tuple[int, int]]:
    """The parts of a document under headings of a name, each up to the next that the record names: first line, end."""
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
            yield start, end


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


def held() -> dict[str, dict[str, str]]:
    stored = shipped.tables(DIGESTS.name)
    return stored | {f"places.{name}": at for name, at in stored.pop("places", {}).items()}


def main() -> None:
    folder, write = Path(sys.argv[1]), "--write" in sys.argv
    if absent := [file for file in TEXTS.values() if not (folder / file).is_file()]:
        sys.exit(f"Name the folder that has the texts, as DOCUMENTS=folder: {folder} lacks {', '.join(absent)}")
    documents = {name: (folder / file).read_text(encoding="utf-8") for name, file in TEXTS.items()}
    texts = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in documents.items()}
    entries = [*erratum_entries(), *figure_entries()]
    found, digests = list(faults(entries, documents)), {entry["id"]: digest(entry, texts) for entry in entries}
    stored = {"documents": texts, "entries": digests}
    if not found:
        stored |= {f"places.{name}": at for name, at in places(documents, entries).items()}
    if write and not found:
        lines = []
        for table, values in stored.items():
            kind, _, name = table.partition(".")
            lines += ["", f'[{kind}."{name}"]' if name else f"[{kind}]"]
            lines += [f'"{key}" = "{value}"' for key, value in values.items()]
        DIGESTS.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")
    elif not found and held() != stored:
        found.append("the stored digests are of other entries or texts: run with --write once the rest is right")
    print(*found, f"{len(digests)} entries, {len(found)} faults", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
