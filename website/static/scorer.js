// What the search puts first: chapters, then terms and functions; exercises and long lists last.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false; // files cannot be fetched

const FIRST = "notebooks/";
const LAST = ["exercises/", "errata", "figures", "bibliography", "metrics"];

var Scorer = {
  score(result) {
    const [page, , anchor, , score] = result;
    if (anchor.startsWith("#term-")) result[1] = `Glossary: ${anchor.slice(6).replaceAll("-", " ")}`;
    return score + (page.startsWith(FIRST) ? 4 : LAST.some((start) => page.startsWith(start)) ? -8 : 0);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
