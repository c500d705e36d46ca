// Numbers as people read them.

const GROUPS = new Intl.NumberFormat("en-US");

function grouped(number) {
  return GROUPS.format(number);
}

const UNITS = [
  ["ns", 1, 1e3],
  ["µs", 1e3, 1e6],
  ["ms", 1e6, 1e9],
  ["s", 1e9, 120e9],
  ["min", 60e9, 7200e9],
  ["h", 3600e9, 48 * 3600e9],
  ["days", 86400e9, Infinity],
];

/** Nanoseconds to three digits: `37.2 µs`. */
function time(ns) {
  const rounded = Number(ns.toPrecision(3));
  const [unit, size] = UNITS.find(([, , end]) => rounded < end);
  const value = ns / size;
  return `${value < 999.5 ? value.toPrecision(3) : grouped(Math.round(value))} ${unit}`;
}

/** A time with its mark if it is predicted. */
function figure(one) {
  return `${one.predicted ? "~" : ""}${time(one.ns)}`;
}

/** Lifetimes: `32`, `2^20`, `unlimited`. */
function lifetime(set) {
  if (set.stateless) return "unlimited";
  return set.lifetime_log2 < 10 ? `${2 ** set.lifetime_log2}` : `2^${set.lifetime_log2}`;
}

/** A share or the size of an error in per cent: `92 %`, `6.4 %`, `0.03 %`. */
function percent(ratio) {
  const value = 100 * ratio;
  const text = value >= 9.95 ? grouped(Math.round(value)) : value >= 0.095 ? value.toFixed(1) : Number(value.toPrecision(1));
  return `${text} %`;
}

/** An element with attributes and children. */
function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same, of SVG. */
function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The mark of a family at a place, hollow if predicted. */
function mark(family, x, y, radius, hollow) {
  const [shape, hue] = (MARKS[family] ?? "circle grey").split(" ");
  const look = `mark ${hue}${hollow ? " hollow" : ""}`;
  if (shape === "circle") return svg("circle", { class: look, cx: x, cy: y, r: radius });
  const half = radius * 0.9;
  return svg("rect", { class: look, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
}

/** The mark of a family as a picture of its own. */
function glyph(family, hollow = false) {
  return svg("svg", { class: "glyph", width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
    mark(family, 6, 6, 4, hollow));
}
