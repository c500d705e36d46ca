// Puts everything together: a change of the state draws what depends on it.

let state = fromAddress();
let shown = view(state);
let hot = null;

function draw() {
  shown = view(state);
  const machine = data.machines.find((one) => one.id === state.machine);
  document.getElementById("about").textContent = machine === undefined ? ""
    : `Measured ${machine.date}; everything below is of this machine alone.`
      + (machine.predicts ? "" : " Its records have no baselines, so nothing is predicted.");
  document.getElementById("count").replaceChildren(el("strong", {}, `${shown.rows.length} of ${data.sets.length}`),
    ` sets${counted(shown.rows)}`);
  const need = Number(state.need);
  document.getElementById("need-says").textContent =
    need === 0 ? "any" : need <= 20 ? `2^${need} = ${grouped(2 ** need)}` : `2^${need}`;
  drawHead(state, (sort) => change({ sort }));
  drawBody(state, shown);
  drawSummary(state, shown);
  drawModel(state, shown);
  drawChosen();
}

/** What depends on the chosen set alone, too. */
function drawChosen() {
  drawChart(state, shown, choose, hover);
  drawFront(state, shown, choose, hover);
  drawDetails(state, choose);
  highlight();
}

function counted(rows) {
  if (rows.length === 0) return "";
  const has = (predicted) => rows.filter((row) => row.y !== undefined && row.y.predicted === predicted).length;
  const none = rows.filter((row) => row.y === undefined).length;
  const parts = [[has(false), "measured"], [has(true), "predicted"], [none, "without a figure"]];
  const title = doing(state.y);
  return `, for the time to ${title}: ${parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`).join(", ")}`;
}

function change(what) {
  state = { ...state, ...what };
  toAddress(state);
  draw();
}

function choose(name) {
  state = { ...state, set: name === null || name === state.set ? "" : name };
  toAddress(state);
  drawChosen();
}

function hover(name) {
  if (name === hot) return;
  hot = name;
  highlight();
}

function highlight() {
  markPoints(hot, state.set);
  markRows(hot, state.set);
}

form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("input", (event) => {
  if (event.target.form === form) change(fromControls(state));
});
form.addEventListener("reset", (event) => {
  event.preventDefault();
  const { machine, backend, y } = state;
  state = { ...DEFAULTS, machine, backend, y };
  toControls(state);
  change({});
});
body.addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-set]");
  if (row !== null && String(getSelection()) === "") choose(row.dataset.set);
});
for (const [kind, name] of [["pointerover", true], ["focusin", true], ["pointerleave", false], ["focusout", false]]) {
  body.addEventListener(kind, (event) => hover(name ? event.target.closest("tr[data-set]")?.dataset.set ?? null : null));
}
addEventListener("hashchange", () => {
  state = fromAddress();
  toControls(state);
  draw();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.set !== "") choose(null);
});
addEventListener("resize", () => drawChosen());

// Beside the table filters are always there, above it they fold.
const narrow = matchMedia("(max-width: 60rem)");
const fold = () => document.getElementById("filters").toggleAttribute("open", !narrow.matches);
narrow.addEventListener("change", fold);
fold();

fillControls();
state = fromAddress();
toControls(state);
drawLegend();
drawNotes();
draw();
document.documentElement.dataset.ready = "1";
