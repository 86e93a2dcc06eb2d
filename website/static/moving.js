// Four explorers that are drawn in the page, from the few numbers that they need: continuous, and sharp at any size.
// Each has sliders, a sentence with the package's numbers, panels, and one task that says when it is done.
const SVG = "http://www.w3.org/2000/svg";
const WIDE = 340, HIGH = 220, LEFT = 44, RIGHT = 18, BELOW = 36, ABOVE = 18; // of a panel; margins for axes and a title
const fixed = (value, digits = 3) => (Number.isNaN(value) ? "nan" : value.toFixed(digits).replace(/^-(?=[0.]+$)/, ""));
const people = (value) => Math.round(value).toLocaleString("en-US");

// A picture with two axes; `draw` is given functions that place numbers on them.
function panel(title, x, y) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title);
  const scale = (axis, from, to) => (value) => {
    const [low, high, at] = axis.log ? [axis.low, axis.high, value].map(Math.log10) : [axis.low, axis.high, value];
    return from + ((at - low) / (high - low)) * (to - from);
  };
  const [px, py] = [scale(x, LEFT, WIDE - RIGHT), scale(y, HIGH - BELOW, ABOVE)];
  const add = (tag, attributes, text = "") => {
    const mark = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
    mark.textContent = text;
    svg.append(mark);
  };
  const tools = {
    line: (points, kind) => add("polyline", { points: points.map(([a, b]) => `${px(a)},${py(b)}`).join(" "), class: kind }),
    bar: (from, to, height, kind, base = 0) =>
      add("rect", { x: px(from), y: py(base + height), width: Math.max(px(to) - px(from) - 0.5, 0.5), height: py(base) - py(base + height), class: kind }),
    dot: (a, b, kind) => add("circle", { cx: px(a), cy: py(b), r: 5, class: kind }),
    text: (a, b, words, side = "start") => add("text", { x: px(a), y: py(b), "text-anchor": side }, words),
  };
  return {
    svg,
    redraw(draw) {
      svg.replaceChildren();
      add("text", { x: LEFT, y: 12, class: "title" }, title);
      add("path", { d: `M${LEFT},${ABOVE}V${HIGH - BELOW}H${WIDE - RIGHT}`, class: "axis" });
      for (const at of x.ticks) add("text", { x: px(at), y: HIGH - BELOW + 14, "text-anchor": "middle" }, String(at));
      for (const at of y.ticks) add("text", { x: LEFT - 5, y: py(at) + 4, "text-anchor": "end" }, String(at));
      add("text", { x: WIDE - RIGHT, y: HIGH - 6, "text-anchor": "end" }, x.label);
      draw(tools);
    },
  };
}

const share = (label) => ({ low: 0, high: 1, ticks: [0, 0.5, 1], label });
const rare = { low: 0.001, high: 0.5, log: true, ticks: [0.001, 0.01, 0.1, 0.5], label: "prevalence" };
const many = (count, of) => Array.from({ length: count + 1 }, (_, i) => of(i / count));

// What a kind of explorer is: its sliders, what follows from where they stand, and how that is said and drawn.
const KINDS = {
  prevalence: {
    sliders: [["prevalence", 0.001, 0.5, "log"], ["sensitivity", 0, 1], ["specificity", 0, 1]],
    panels: () => [panel("who gets an alarm, of 10,000", { ...share("people"), high: 10_000, ticks: [0, 5_000, 10_000] }, { low: 0, high: 2, ticks: [], label: "" }),
      panel("PPV (blue) and NPV (orange)", rare, share(""))],
    at(_, [prevalence, sensitivity, specificity]) {
      const ill = 10_000 * prevalence, found = ill * sensitivity, alarmed = (10_000 - ill) * (1 - specificity);
      const values = (p) => {
        const tp = p * sensitivity, fp = (1 - p) * (1 - specificity), tn = (1 - p) * specificity, fn = p * (1 - sensitivity);
        return { ppv: tp + fp ? tp / (tp + fp) : NaN, npv: tn + fn ? tn / (tn + fn) : NaN };
      };
      return { prevalence, ill, found, alarmed, values, ...values(prevalence) };
    },
    said: ({ ill, found, alarmed, ppv, npv }) => `of 10,000 people ${people(ill)} are ill; ${people(found)} of them and ${people(alarmed)} of the others get an alarm: PPV ${fixed(ppv)}, NPV ${fixed(npv)}`,
    task: "Move until an alarm is right in 8 of 10 cases (PPV 0.8). What did it cost?",
    done: ({ ppv }) => ppv >= 0.795 && ppv < 0.85,
    draw: [({ bar, text }, { ill, found, alarmed }) => {
      bar(0, ill, 0.6, "pale blue", 1.1), bar(0, found, 0.6, "blue", 1.1);
      bar(0, 10_000 - ill, 0.6, "pale orange", 0.1), bar(0, alarmed, 0.6, "orange", 0.1);
      text(0, 1.78, "ill; dark: with an alarm"), text(0, 0.78, "well; dark: with an alarm");
    }, ({ line, dot }, { prevalence, values, ppv, npv }) => {
      const places = many(80, (t) => 0.001 * 500 ** t);
      line(places.map((p) => [p, values(p).ppv]).filter(([, v]) => !Number.isNaN(v)), "blue");
      line(places.map((p) => [p, values(p).npv]).filter(([, v]) => !Number.isNaN(v)), "orange");
      if (!Number.isNaN(ppv)) dot(prevalence, ppv, "blue");
      if (!Number.isNaN(npv)) dot(prevalence, npv, "orange");
    }],
  },

  threshold: {
    sliders: [["threshold", 0, 1]],
    panels: () => [panel("shares: positive (blue), negative (orange)", share("score"), { low: 0, high: 0.5, ticks: [0, 0.25, 0.5], label: "" }),
      panel("precision over recall", share("recall"), share(""))],
    at({ truth, score, cost_of_miss }, [threshold]) {
      const count = (level) => {
        let tp = 0, fp = 0;
        score.forEach((s, i) => { if (s >= level) truth[i] ? tp++ : fp++; });
        return [tp, fp];
      };
      const positives = truth.reduce((a, b) => a + b, 0), [tp, fp] = count(threshold), fn = positives - tp;
      const precision = tp + fp ? tp / (tp + fp) : NaN, recall = tp / positives;
      const f1 = tp + fp ? (2 * tp) / (2 * tp + fp + fn) : NaN, fpr = fp / (truth.length - positives);
      return { truth, score, threshold, positives, count, precision, recall, f1, fpr, cost: fp + cost_of_miss * fn };
    },
    said: ({ threshold, precision, recall, f1, fpr, cost }) => `threshold ${fixed(threshold)}: precision ${fixed(precision)}, recall ${fixed(recall)}, f1 ${fixed(f1)}, fpr ${fixed(fpr)}, cost ${cost.toLocaleString("en-US")}`,
    task: "Move until precision is 0.8. What did it cost?",
    done: ({ precision }) => precision >= 0.795 && precision < 0.85,
    draw: [({ bar, line }, { truth, score, positives, threshold }) => {
      const bins = 25;
      for (const [label, kind, n] of [[0, "orange", truth.length - positives], [1, "blue", positives]]) {
        const counts = Array(bins).fill(0);
        score.forEach((s, i) => { if (truth[i] === label) counts[Math.min(bins - 1, Math.floor(s * bins))]++; });
        counts.forEach((c, i) => bar((i + 0.5 * label) / bins, (i + 0.5 + 0.5 * label) / bins, Math.min(c / n, 0.5), kind));
      }
      line([[threshold, 0], [threshold, 0.5]], "mark");
    }, ({ line, dot }, own) => {
      own.curve ??= many(200, (t) => own.count(1 - t)).filter(([tp, fp]) => tp + fp).map(([tp, fp]) => [tp / own.positives, tp / (tp + fp)]);
      line(own.curve, "blue");
      if (!Number.isNaN(own.precision)) dot(own.recall, own.precision, "blue");
    }],
  },

  resampling: {
    sliders: [["examples", 10, null, "whole"], ["resamples", 10, 2000, "log", "whole"], ["resample that is shown", 1, 50, "whole"]],
    panels: ({ right }) => [panel("how often each example was drawn", { low: 0, high: right.length, ticks: [0, right.length], label: "example (orange: wrong)" }, { low: 0, high: 6, ticks: [0, 2, 4, 6], label: "" }),
      panel("accuracy of all resamples, and 95 % of them", { low: 0.5, high: 1, ticks: [0.5, 0.75, 1], label: "accuracy" }, { low: 0, high: 0.5, ticks: [0, 0.25, 0.5], label: "" })],
    at({ right }, [examples, resamples, shown]) {
      const own = right.slice(0, examples);
      const draws = (seed) => {
        const random = generator(seed), counts = Array(own.length).fill(0);
        for (let i = 0; i < own.length; i++) counts[Math.floor(random() * own.length)]++;
        return counts;
      };
      const score = (counts) => counts.reduce((sum, count, i) => sum + count * own[i], 0) / own.length;
      const scores = Array.from({ length: resamples }, (_, i) => score(draws(i + 1)));
      const sorted = [...scores].sort((a, b) => a - b);
      const counts = draws(shown);
      return { own, counts, scores, estimate: own.reduce((a, b) => a + b, 0) / own.length, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975), one: score(counts) };
    },
    said: ({ own, scores, estimate, low, high, one }) => `${own.length} examples, ${scores.length} resamples: ${fixed(estimate)} [${fixed(low)}, ${fixed(high)}] (95 %, percentile); the resample that is shown: ${fixed(one)}`,
    task: "Move until the interval is 0.1 wide. How many examples does that take?",
    done: ({ low, high }) => Math.abs(high - low - 0.1) <= 0.01,
    draw: [({ bar }, { own, counts }) => counts.forEach((count, i) => bar(i, i + 1, Math.min(count, 6), own[i] ? "blue" : "orange")),
      ({ bar, line, dot }, { scores, low, high, estimate, one }) => {
        const bins = 50, found = Array(bins).fill(0);
        for (const s of scores) found[Math.max(0, Math.min(bins - 1, Math.floor((s - 0.5) * 2 * bins)))]++;
        found.forEach((c, i) => bar(0.5 + i / (2 * bins), 0.5 + (i + 1) / (2 * bins), Math.min(c / scores.length, 0.5), "pale blue"));
        line([[low, 0.02], [high, 0.02]], "blue thick"), dot(estimate, 0.02, "blue"), dot(one, 0.06, "orange");
      }],
  },

  kappa: {
    sliders: [["prevalence", 0, 1], ["accuracy", 0.5, 0.99]],
    panels: () => [panel("agreement (orange) and kappa (blue)", share("prevalence"), share(""))],
    at(_, [prevalence, accuracy]) {
      const kappa = (p) => {
        const yes = p * accuracy + (1 - p) * (1 - accuracy), chance = yes ** 2 + (1 - yes) ** 2;
        return (agreement - chance) / (1 - chance);
      };
      const agreement = accuracy ** 2 + (1 - accuracy) ** 2;
      return { prevalence, accuracy, agreement, curve: kappa, kappa: kappa(prevalence) };
    },
    said: ({ prevalence, accuracy, agreement, kappa }) => `${fixed(100 * prevalence, 0)} % of the items are positive, each rater is right on ${fixed(100 * accuracy, 0)} %: agreement ${fixed(agreement, 2)}, kappa ${fixed(kappa, 2)}`,
    task: "Leave the raters as good as they are, and move the prevalence until kappa is above 0.6.",
    done: ({ kappa }) => kappa >= 0.6,
    draw: [({ line, dot }, { prevalence, agreement, curve, kappa }) => {
      line([[0, agreement], [1, agreement]], "orange");
      line(many(100, (p) => [p, Math.max(curve(p), 0)]), "blue");
      dot(prevalence, agreement, "orange"), dot(prevalence, Math.max(kappa, 0), "blue");
    }],
  },
};

// Numbers in [0, 1) that a seed fixes (mulberry32).
function generator(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Between the two nearest values, as NumPy's.
function quantile(sorted, share) {
  const at = share * (sorted.length - 1), below = Math.floor(at);
  return sorted[below] + (at - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}

for (const box of document.querySelectorAll(".moving")) {
  const { kind, start, data } = JSON.parse(box.querySelector("script").textContent);
  const own = KINDS[kind], panels = own.panels(data), output = box.querySelector("output"), task = document.createElement("p");
  task.className = "task";
  const values = own.sliders.map(([name, least, most, ...how], k) => {
    const label = document.createElement("label"), slider = document.createElement("input"), shown = document.createElement("span");
    const top = most ?? data.right.length, log = how.includes("log"), whole = how.includes("whole");
    const value = () => {
      const raw = log ? least * (top / least) ** slider.value : least + slider.value * (top - least);
      return whole ? Math.round(raw) : Number(raw.toPrecision(3));
    };
    Object.assign(slider, { type: "range", min: 0, max: 1, step: 0.002 });
    slider.value = log ? Math.log(start[k] / least) / Math.log(top / least) : (start[k] - least) / (top - least);
    label.append(Object.assign(document.createElement("span"), { textContent: name }), slider, shown);
    box.insertBefore(label, output);
    return () => {
      shown.textContent = String(value());
      slider.setAttribute("aria-valuetext", shown.textContent);
      return value();
    };
  });
  const shelf = Object.assign(document.createElement("div"), { className: "panels" });
  shelf.append(...panels.map(({ svg }) => svg));
  box.append(task, shelf);
  let moved = false, waiting = 0;
  const move = () => {
    const found = own.at(data, values.map((value) => value()));
    box.found = found;
    output.textContent = own.said(found);
    task.textContent = `${own.task}${moved && own.done(found) ? " Done ✓" : ""}`;
    panels.forEach((one, k) => one.redraw((tools) => own.draw[k](tools, found)));
  };
  box.addEventListener("input", () => {
    moved = true;
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(move);
  });
  move();
}
