// The chosen set: what it is, and every backend on the chosen machine side by side.

const panel = document.getElementById("details");

const MEMORY = [["heap", "Peak heap, bytes"], ["stack", "Peak stack, bytes"]];

function drawDetails(state, choose) {
  const set = data.sets.find((one) => one.name === state.set);
  panel.hidden = set === undefined;
  if (set === undefined) {
    panel.replaceChildren();
    return;
  }
  const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => choose(null));
  const facts = [
    ["Scheme", set.family],
    ["Standards", set.standards.join(", ") || "none"],
    ["Category", String(set.category)],
    ["SP 800-208", set.sp_800_208.verdict],
    ["CNSA 2.0", set.cnsa.verdict],
    ["Hash", `${set.hash}, n = ${set.n}`],
    ["Signatures", set.stateless ? "unlimited, no state" : lifetime(set)],
    ["Public key", `${grouped(set.public_key)} bytes`],
    ["Secret key", `${grouped(set.secret_key)} bytes`],
    ["Signature", `${grouped(set.signature)} bytes`],
  ];
  panel.replaceChildren(
    el("h2", {}, glyph(set.family), set.name, close),
    el("dl", {}, ...facts.map(([term, fact]) => el("div", {}, el("dt", {}, term), el("dd", {}, fact)))),
    reasons(set),
    el("div", { class: "scroll" }, backends(state, set)));
}

/** The sentences behind the verdicts. */
function reasons(set) {
  const texts = [["Category", set.category_source], ["SP 800-208", set.sp_800_208.text], ["CNSA 2.0", set.cnsa.text]];
  return el("details", {}, el("summary", {}, "Who says so, and why"),
    ...texts.map(([about, text]) => el("p", {}, `${about}: ${data.texts[text]}`)));
}

/** A row each backend that has a figure. */
function backends(state, set) {
  const machine = data.machines.findIndex((one) => one.id === state.machine);
  const rows = backendsOn(machine)
    .map((backend) => ({ name: data.backends[backend], figures: figuresOf(set, machine, backend) }))
    .filter(({ figures }) => figures !== NOTHING);
  if (rows.length === 0) return el("p", { class: "small" }, "There is no figure of it on this machine.");
  const head = (text, more) => el("th", { scope: "col", class: "number", ...more }, text);
  // Of predictions alone there is nothing to say of memory.
  const seen = rows.some(({ figures }) => Object.values(figures).some((one) => (one.live ?? one.heap ?? one.stack ?? null) !== null));
  const kinds = seen ? MEMORY : [];
  const parts = OPERATIONS.slice(0, 3);
  const live = (cell) => (seen ? [cell] : []);
  return el("table", {},
    el("caption", {}, `Median times with their shares of the hash limit, the fastest measured in bold${seen ? "; memory" : ""}`),
    el("thead", {},
      el("tr", {}, el("th", { scope: "col", rowspan: 2 }, "Backend"),
        ...OPERATIONS.map(({ title }) => head(title, { rowspan: 2 })), ...live(head("Live key", { rowspan: 2 })),
        ...kinds.map(([, title]) => head(title, { colspan: 3, scope: "colgroup" }))),
      el("tr", {}, ...kinds.flatMap(() => parts.map(({ title }) => head(title))))),
    el("tbody", {}, ...rows.map(({ name, figures }) =>
      el("tr", { "data-backend": name, class: name === state.backend ? "chosen" : null },
        el("th", { scope: "row" }, name),
        ...OPERATIONS.map(({ key }) => timeCell(figures[key], best(rows, key))),
        ...live(bytesCell(figures.keygen?.live)),
        ...kinds.flatMap(([kind]) => parts.map(({ key }) => bytesCell(figures[key]?.[kind])))))));
}

/** The shortest time that was measured. */
function best(rows, key) {
  const known = rows.map(({ figures }) => figures[key]).filter((one) => one !== undefined && !one.predicted);
  return Math.min(...known.map((one) => one.ns));
}

function timeCell(one, best) {
  if (one === undefined) return bytesCell();
  const shared = !one.predicted && one.share !== null && one.share !== undefined;
  const look = one.predicted ? " predicted" : one.ns === best ? " best" : "";
  return el("td", { class: `number${look}`, title: origin(one) }, figure(one),
    // Without a share too, so that times stand below each other.
    el("span", { class: "share" }, shared ? percent(one.share) : ""));
}

/** What a predicted time is made of. */
function origin({ predicted, error, from }) {
  if (!predicted) return null;
  const parts = [];
  if (from !== null && from !== undefined) parts.push(`most of it from ${data.sets[from].name}`);
  if (error !== null && error !== undefined) parts.push(`nine of ten such predictions are within ${percent(error)}`);
  return ["Predicted", ...parts].join("; ");
}

/** Bytes. What could not be seen is absent, never 0. */
function bytesCell(bytes) {
  const known = bytes !== undefined && bytes !== null;
  return el("td", { class: `number${known ? "" : " none"}` }, known ? grouped(bytes) : "-");
}
