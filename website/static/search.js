// Finds sections by BM25 over their words and titles, with beginnings of words and slips of typing forgiven.
// The index comes as a script, so that it is there for files as well, and only once somebody searches.
const searchRoot = document.currentScript.src.replace(/_static\/.*$/, "");
const SATURATION = 1.4, SHORT = 0.6; // BM25's k1 and b
const BEGINNING = 0.4, ALIKE = 0.7; // what a word counts that only begins so, or means the same
const TOPIC = 1.4; // how much more the sections of a topic count that the question names
const AROUND = 0.3; // what the words of a page count for each of its sections

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
  const { digits } = coded;
  let at = 0, held = 0, left = 0;
  const bit = () => {
    if (!left) {
      held = digits.indexOf(coded.places[at++]) * digits.length + digits.indexOf(coded.places[at++]);
      left = 13;
    }
    return (held >> --left) & 1;
  };
  const zeros = (most = Infinity) => {
    let count = 0;
    while (count < most && !bit()) count++;
    return count;
  };
  const number = (bits, value) => { // that goes on after the bits of a value
    while (bits--) value = value * 2 + bit();
    return value;
  };
  const places = new Map();
  let word = "";
  for (const rest of coded.words.split(" ")) {
    word = word.slice(0, parseInt(rest[0], 36)) + rest.slice(1);
    const list = [], count = number(zeros(), 1), short = 31 - Math.clz32(coded.sections.length / count);
    for (let section = -1; list.length < count; ) {
      section += (zeros() << short) + number(short, 0) + 1;
      list.push([section, coded.levels[zeros(coded.levels.length - 1)]]);
    }
    places.set(word, list);
  }
  const sections = coded.sections.map(([page, anchor, title, called, length, kind]) => {
    const [address, where] = coded.pages[page];
    return { address: address + anchor.replace("*", slug(title)).replace("~", title.replaceAll(" ", "-")), page, title, where, worth: coded.worth[kind], length, called: called ? called.split(";") : [] };
  });
  const topics = coded.pages.map(([address, title]) => wordsOf(address.split("/").slice(1, -1) + " " + title.split(":")[0], coded.common));
  for (const own of sections) {
    own.topic = topics[own.page];
    const names = [own.title, own.title.split(":")[0], ...own.called];
    own.names = names.map((name) => ({ words: wordsOf(name, coded.common), plain: plainly(name) }));
  }
  const mean = sections.reduce((sum, own) => sum + own.length, 0) / sections.length;
  return { places, sections, mean, common: coded.common, alike: coded.alike };
}

// The address of a heading, as docutils makes it.
function slug(title) {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^\x00-\x7f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "");
}

function plainly(text) {
  const parted = text.replace(/(?<=[a-z]{3})(?=[A-Z][a-z]{3})/g, " ").replace(/_score\b/, "");
  const plain = parted.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f’']/g, "").replace(/@\d+/g, "@k");
  return (plain.match(/\d+\.\d+|[a-z0-9]+/g) ?? []).join(" ");
}

const wordsOf = (text, common) => plainly(text).split(" ").filter((word) => word && !common.includes(word)).map(stem);

// As in search.py.
function stem(word) {
  const one = word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
  return one.replace(/^([a-z]{4,}?)(?:at(?:ion|ed|ing|e|or)|ing|ed|er|e|ly|y|ie)$/, "$1");
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
    if (count < best[0] || (count === best[0] && count <= most && list.length > best[1])) best = [count, list.length, other];
  }
  return best[0] > most ? opening(word, places.keys()) ?? word : best[2];
}

// The longest of several words that a word begins or ends with: of a compound, or of one with a slip in its ending.
function opening(word, words) {
  return [...words].filter((other) => other.length > 4 && (word.startsWith(other) || word.endsWith(other))).sort((a, b) => b.length - a.length)[0];
}

// The words of the index that a typed word may mean, each with how much it counts.
function meant(word, places, alike) {
  const found = places.has(word) ? [[word, 1]] : [];
  for (const other of alike[word] ?? []) if (places.has(other)) found.push([other, ALIKE]);
  if (word.length > 2) {
    for (const other of places.keys()) if (other !== word && other.startsWith(word)) found.push([other, BEGINNING]);
  }
  return found;
}

function rank({ places, sections, mean, common, alike }, question) {
  const words = wordsOf(question, common);
  for (let i = words.length - 1; i > 0; i--) { // mc nemar, where one of the two stands nowhere
    const both = words[i - 1] + words[i];
    if (places.has(both) && !(places.has(words[i - 1]) && places.has(words[i]))) words.splice(i - 1, 2, both);
  }
  const typed = words.flatMap((word) => (places.has(word) ? word : alike[word] ?? alike[opening(word, Object.keys(alike))] ?? word));
  const asked = [...new Set(typed.map((word) => spelt(word, places)))];
  const rare = (list) => Math.log(1 + (sections.length - list.length + 0.5) / (list.length + 0.5));
  const scores = new Map(), pages = new Map();
  let all = 0;
  const add = (sums, key, score, told) => {
    const own = sums.get(key) ?? { score: 0, told: 0 };
    sums.set(key, { score: own.score + score, told: own.told + told });
  };
  const pairs = asked.slice(1).map((word, i) => asked[i] + word).filter((word) => places.has(word));
  for (const word of [...asked, ...pairs]) {
    const best = new Map(), ofPage = new Map();
    let weight = 0;
    for (const [variant, counts] of meant(word, places, alike)) {
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
      add(scores, section, score, weight * Math.sqrt(counts));
      const { page } = sections[section];
      if (score > (ofPage.get(page)?.[0] ?? 0)) ofPage.set(page, [score, weight * Math.sqrt(counts)]);
    }
    for (const [page, [score, told]] of ofPage) add(pages, page, score, told);
  }
  const together = asked.join(" "), literally = plainly(question);
  return [...scores].map(([section, { score, told }]) => {
    const own = sections[section], page = pages.get(own.page);
    let named = 0; // 2 for its title, a little less for another name, else how many words a name shares with the question
    own.names.forEach((name, i) => {
      const shared = asked.filter((word) => name.words.includes(word)).length;
      const same = name.words.join(" ") === together;
      named = Math.max(named, same ? (name.plain === literally ? 2 : 1.6) - (i > 1) / 10 : (shared / Math.max(name.words.length, asked.length)) ** 2);
    });
    const whole = score * (told / all) + AROUND * page.score * (page.told / all);
    const topical = own.topic.some((word) => asked.includes(word)) ? TOPIC : 1;
    return { ...own, score: own.worth * whole * topical * (1 + named) };
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
