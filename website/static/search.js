// Finds sections by BM25 over their words and titles, with beginnings of words and slips of typing forgiven.
// The index comes as a script, so that it is there for files as well, and only once somebody searches.
const searchRoot = document.currentScript.src.replace(/_static\/.*$/, "");
const SATURATION = 1.4, SHORT = 0.6; // BM25's k1 and b
const BEGINNING = 0.55; // what a word counts that only begins so

let loaded;
function index() {
  loaded ??= new Promise((ready, failed) => {
    const script = document.createElement("script");
    script.src = searchRoot + "searched.js";
    script.onload = () => ready(decode(window.SEARCHED));
    script.onerror = failed;
    document.head.append(script);
  });
  return loaded;
}

function decode(coded) {
  const [digits, ending] = coded.digits;
  let at = 0;
  const number = () => {
    for (let value = 0, unit = 1; ; unit *= digits.length - ending) {
      const digit = digits.indexOf(coded.places[at++]);
      value += unit * digit;
      if (digit < ending) return value;
    }
  };
  const places = new Map();
  let word = "";
  for (const rest of coded.words.split(" ")) {
    word = word.slice(0, parseInt(rest[0], 36)) + rest.slice(1);
    const list = [];
    for (let left = number(), section = -1; left > 0; left--) {
      const value = number();
      section += (value >> 2) + 1;
      list.push([section, coded.levels[value & 3]]);
    }
    places.set(word, list);
  }
  const sections = coded.sections.map(([page, anchor, title, called, length, kind]) => {
    const [address, where] = coded.pages[page];
    return { address: address + anchor.replace("*", slug(title)), title, where, worth: coded.worth[kind], length, called: called ? called.split(";") : [] };
  });
  for (const own of sections) {
    own.names = [own.title, own.title.split(":")[0], ...own.called].map((name) => wordsOf(name, coded.common));
  }
  const mean = sections.reduce((sum, own) => sum + own.length, 0) / sections.length;
  return { places, sections, mean, common: coded.common };
}

// The address of a heading, as docutils makes it.
function slug(title) {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^\x00-\x7f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "");
}

function wordsOf(text, common) {
  const plain = text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f’']/g, "");
  return (plain.match(/\d+\.\d+|[a-z0-9]+/g) ?? []).filter((word) => !common.includes(word)).map(stem);
}

function stem(word) {
  return word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

// Letters that are missing, too many, another or swapped; `most` + 1 stands for all that is more.
function slips(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

// A typed word, or where no word begins so, the one with the fewest slips; of several the most frequent.
function spelt(word, places) {
  const most = word.length > 7 ? 2 : word.length > 4 ? 1 : 0;
  if (!most || [...places.keys()].some((other) => other.startsWith(word))) return word;
  let best = [most + 1, 0, word];
  for (const [other, list] of places) {
    const count = slips(word, other, most);
    if (count < best[0] || (count === best[0] && list.length > best[1])) best = [count, list.length, other];
  }
  return best[2];
}

// The words of the index that a typed word may mean, each with how much it counts.
function meant(word, places) {
  const found = places.has(word) ? [[word, 1]] : [];
  if (word.length > 2) {
    for (const other of places.keys()) if (other !== word && other.startsWith(word)) found.push([other, BEGINNING]);
  }
  return found;
}

function rank({ places, sections, mean, common }, question) {
  const asked = [...new Set(wordsOf(question, common).map((word) => spelt(word, places)))];
  const rare = (list) => Math.log(1 + (sections.length - list.length + 0.5) / (list.length + 0.5));
  const scores = new Map();
  let all = 0;
  const pairs = asked.slice(1).map((word, i) => asked[i] + word).filter((word) => places.has(word));
  for (const word of [...asked, ...pairs]) {
    const best = new Map();
    let weight = 0;
    const variants = meant(word, places);
    for (const [variant, counts] of variants) {
      const list = places.get(variant);
      weight = Math.max(weight, rare(list) * (counts === 1 || !places.has(word)));
      for (const [section, times] of list) {
        const length = 1 - SHORT + (SHORT * sections[section].length) / mean;
        const score = (counts * rare(list) * times * (SATURATION + 1)) / (times + SATURATION * length);
        if (score > (best.get(section)?.[0] ?? 0)) best.set(section, [score, counts]);
      }
    }
    weight ||= rare([]) / 2; // a word that stands nowhere
    if (pairs.includes(word) && !asked.includes(word)) weight = 0; // another way to write two of the others
    all += weight;
    for (const [section, [score, counts]] of best) {
      const own = scores.get(section) ?? { score: 0, told: 0 };
      scores.set(section, { score: own.score + score, told: own.told + weight * Math.sqrt(counts) });
    }
  }
  const together = asked.join(" ");
  return [...scores].map(([section, { score, told }]) => {
    const own = sections[section];
    let named = 0; // 2 for its title, a little less for another name, else how many words a name shares with the question
    own.names.forEach((name, i) => {
      const shared = asked.filter((word) => name.includes(word)).length;
      const same = name.join(" ") === together;
      named = Math.max(named, same ? (i < 2 ? 2 : 1.9) : shared / Math.max(name.length, asked.length));
    });
    return { ...own, score: score * own.worth * (told / all) ** 1.5 * (1 + named) };
  }).sort((a, b) => b.score - a.score);
}

// A field and what it finds, in a dialog over any page and on the page for searching.
const SHOWN = 12;
function searcher(box) {
  const field = Object.assign(document.createElement("input"), { type: "search", placeholder: "A metric, a word, a number" });
  const said = Object.assign(document.createElement("p"), { className: "said" });
  const list = document.createElement("ol");
  field.setAttribute("aria-label", "Search the book");
  said.setAttribute("role", "status");
  box.append(field, said, list);
  const show = async () => {
    const question = field.value.trim();
    let found = [];
    try {
      found = question ? rank(await index(), question) : [];
    } catch {
      said.textContent = "The index cannot be loaded.";
      return;
    }
    if (question !== field.value.trim()) return; // somebody has typed on
    said.textContent = !question ? "" : found.length ? `${Math.min(found.length, SHOWN)} of ${found.length} sections` : "Nothing here has these words.";
    list.replaceChildren(...found.slice(0, SHOWN).map(({ address, title, where }) => {
      const item = document.createElement("li"), link = document.createElement("a"), place = document.createElement("span");
      Object.assign(link, { href: searchRoot + address, textContent: title });
      place.textContent = where === title ? "" : where;
      item.append(link, place);
      return item;
    }));
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", () => index(), { once: true });
  box.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (step && stops[at + step]) stops[at + step].focus(), event.preventDefault();
    if (event.key === "Enter" && at === 0) event.preventDefault(), stops[1]?.click();
  });
  return (question) => {
    field.value = question;
    field.focus();
    field.select();
    show();
  };
}

const searchPage = document.getElementById("search-page");
if (searchPage) searcher(searchPage)(new URLSearchParams(location.search).get("q") ?? "");

let dialog;
function ask() {
  if (searchPage) return searchPage.querySelector("input").focus();
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.className = "search-dialog";
    dialog.setAttribute("aria-label", "Search");
    document.body.append(dialog);
    dialog.start = searcher(dialog);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
  dialog.start("");
}
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  const asked = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing);
  if (asked) event.preventDefault(), ask();
});
for (const field of document.querySelectorAll(".sidebar-search")) {
  field.placeholder = "Search (Ctrl-K)";
  field.addEventListener("focus", () => index().catch(() => {}), { once: true });
}
