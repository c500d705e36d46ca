// The picture: signature size against time, with the front of what nothing beats in both.

const chart = document.getElementById("chart");

// Of what is drawn: places of the points that can be chosen, by the names of their sets.
let places = new Map();

function drawChart(state, shown, choose, hover) {
  const width = Math.max(300, chart.clientWidth || 760);
  const height = width < 520 ? 320 : 430;
  const box = { left: 62, right: width - 14, top: 26, bottom: height - 44 };
  const known = shown.every.filter((row) => row.y !== undefined);
  places = new Map();
  if (known.length === 0) {
    chart.replaceChildren(el("p", { class: "empty" },
      `There are no figures of ${state.backend} on this machine.`));
    return;
  }
  // Over all sets, whatever is filtered: points stay where they are.
  const x = logScale(known.map((row) => row.set.signature), box.left, box.right);
  const y = logScale(known.map((row) => row.y.ns), box.bottom, box.top);
  const rows = shown.rows.filter((row) => row.y !== undefined);
  const asked = new Set(rows.map((row) => row.set));
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group",
    "aria-label": `Signature size against the time to ${doing(state.y)}; arrow keys go from point to point` },
    axes(box, x, y, state),
    svg("g", { class: "rest", "aria-hidden": "true" }, ...known.filter((row) => !asked.has(row.set))
      .map((row) => mark(row.set.family, x(row.set.signature), y(row.y.ns), 2.2, true))),
    frontLine(shown.front, box, x, y),
    points(rows, state, shown.onFront, x, y, choose, hover),
    svg("g", { id: "label", "aria-hidden": "true" }));
  picture.addEventListener("pointermove", (event) => hover(nearest(picture, event)));
  picture.addEventListener("pointerleave", () => hover(null));
  picture.addEventListener("click", (event) => choose(nearest(picture, event)));
  // Drawing anew must not lose the place of whoever walks by keyboard.
  const focused = document.activeElement?.closest?.("#chart .point")?.dataset.set;
  chart.replaceChildren(picture);
  if (focused !== undefined) pointOf(focused)?.focus();
}

function doing(operation) {
  return OPERATIONS.find((one) => one.key === operation).doing;
}

function axes(box, x, y, state) {
  const text = (at, words, more) => svg("text", { ...at, ...more }, words);
  const group = svg("g", { class: "axes", "aria-hidden": "true" });
  for (const value of x.ticks) {
    group.append(svg("line", { x1: x(value), x2: x(value), y1: box.top, y2: box.bottom }),
      text({ x: x(value), y: box.bottom + 16 }, grouped(value), { "text-anchor": "middle" }));
  }
  for (const value of y.ticks) {
    group.append(svg("line", { x1: box.left, x2: box.right, y1: y(value), y2: y(value) }),
      text({ x: box.left - 7, y: y(value) + 4 }, timeTick(value), { "text-anchor": "end" }));
  }
  group.append(text({ x: box.right, y: box.bottom + 36 }, "signature, bytes →", { "text-anchor": "end", class: "axis" }),
    text({ x: 0, y: 12 }, `↑ time to ${doing(state.y)}`, { class: "axis" }));
  return group;
}

/** The front as steps: below and left of it there is nothing. */
function frontLine(front, box, x, y) {
  if (front.length === 0) return null;
  const [first] = front;
  let path = `M${x(first.set.signature)},${box.top}`;
  for (const row of front) path += `H${x(row.set.signature)}V${y(row.y.ns)}`;
  return svg("path", { class: "front", d: `${path}H${box.right}`, "aria-hidden": "true" });
}

function points(rows, state, onFront, x, y, choose, hover) {
  const group = svg("g", { class: "points" });
  const walk = [...rows].sort((a, b) => a.set.signature - b.set.signature || a.y.ns - b.y.ns);
  const start = walk.some((row) => row.set.name === state.set) ? state.set : walk[0]?.set.name;
  for (const row of walk) {
    const { set, y: one } = row;
    const at = { x: x(set.signature), y: y(one.ns), row };
    places.set(set.name, at);
    const words = `${set.name}: ${grouped(set.signature)} bytes, ${one.predicted ? "predicted " : ""}${time(one.ns)}`;
    const point = svg("g", { class: `point${onFront.has(set) ? " on-front" : ""}`, role: "button",
      tabindex: set.name === start ? 0 : -1, "data-set": set.name, "aria-label": words,
      "aria-pressed": String(set.name === state.set) },
      mark(set.family, at.x, at.y, onFront.has(set) ? 5 : 3.8, one.predicted));
    point.addEventListener("focus", () => hover(set.name));
    point.addEventListener("blur", () => hover(null));
    point.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (event.key === "Enter" || event.key === " ") choose(set.name);
      else if (step !== undefined) step === 1 ? point.nextSibling?.focus() : point.previousSibling?.focus();
      else return;
      event.preventDefault();
    });
    group.append(point);
  }
  return group;
}

function nearest(picture, event) {
  const bounds = picture.getBoundingClientRect();
  const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
  let found = null;
  let least = 22 ** 2;
  for (const [name, at] of places) {
    const distance = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
}

function pointOf(name) {
  return chart.querySelector(`.point[data-set="${CSS.escape(name)}"]`);
}

/** Marks a point as the one that is pointed at, or as the chosen one, and writes its name beside it. */
function markPoints(hot, chosen) {
  for (const point of chart.querySelectorAll(".hot, .chosen")) point.classList.remove("hot", "chosen");
  if (chosen !== "") pointOf(chosen)?.classList.add("chosen");
  if (hot !== null) pointOf(hot)?.classList.add("hot");
  const label = document.getElementById("label");
  if (label === null) return;
  label.replaceChildren();
  const at = places.get(hot ?? chosen);
  if (at === undefined) return;
  const above = at.y > 60;
  const { set, y } = at.row;
  const lines = [
    svg("text", { y: at.y + (above ? -24 : 26) }, set.name),
    svg("text", { y: at.y + (above ? -9 : 41), class: "small" },
      `${grouped(set.signature)} bytes, ${figure(y)}, ${lifetime(set)} signatures`),
  ];
  label.append(svg("circle", { class: "ring", cx: at.x, cy: at.y, r: 9 }), ...lines);
  // Beside the point, on the side that has more room, and never past the edge.
  const width = chart.clientWidth;
  for (const line of lines) {
    const length = line.getComputedTextLength();
    const x = at.x < width / 2 ? at.x + 11 : at.x - 11 - length;
    line.setAttribute("x", Math.max(2, Math.min(x, width - length - 2)));
  }
}

/** What the marks mean. */
function drawLegend() {
  const entries = FAMILIES.map((family) => el("span", {}, glyph(family), family));
  const line = svg("svg", { class: "glyph", width: 22, height: 12, viewBox: "0 0 22 12" },
    svg("path", { class: "front", d: "M1,2H10V10H21" }));
  document.getElementById("legend").replaceChildren(...entries,
    el("span", {}, glyph(FAMILIES[0], true), "hollow: predicted"),
    el("span", {}, line, "front: nothing is smaller and faster"));
}
