// How far predictions are off: each measured time against what the others of its kind predict for it.

const modelTable = document.getElementById("model");

function drawModel(state, shown) {
  const median = (values) => {
    const middle = values.length >> 1;
    return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  };
  const errors = (family, operation) => shown.every.filter((row) => row.set.family === family)
    .map((row) => ({ set: row.set, ...row.figures[operation] }))
    .filter((one) => one.predicted === false && one.error !== undefined && one.error !== null);
  const cellOf = (family, { key }) => {
    const found = errors(family, key);
    if (found.length === 0) return el("td", { class: "none" }, "-");
    const sizes = found.map((one) => Math.abs(one.error)).sort((a, b) => a - b);
    const worst = found.find((one) => Math.abs(one.error) === sizes.at(-1));
    return el("td", { title: `largest: ${worst.set.name}` }, strip(found),
      el("span", {}, `${percent(median(sizes))} `, el("span", { class: "small" },
        `largest ${percent(sizes.at(-1))}, n = ${sizes.length}`)));
  };
  const rows = FAMILIES.filter((family) => OPERATIONS.some(({ key }) => errors(family, key).length > 0))
    .map((family) => el("tr", { "data-family": family }, el("th", { scope: "row" }, glyph(family), family),
      ...OPERATIONS.map((operation) => cellOf(family, operation))));
  modelTable.tHead.replaceChildren(el("tr", {}, el("th", { scope: "col" }, "Scheme"),
    ...OPERATIONS.map(({ title }) => el("th", { scope: "col" }, title))));
  modelTable.tBodies[0].replaceChildren(...rows);
  document.getElementById("model-says").textContent = rows.length === 0
    ? `There is no prediction to compare for ${state.backend} on this machine.`
    : `Each measured time of ${state.backend} on this machine, against what the model makes of it from all the other `
      + "sets: median of the error without its sign. A dot is a set; left of the middle the model is too fast, right "
      + "of it too slow, by half at the ends.";
}

/** Errors as dots on a line from -50 % to +50 %. */
function strip(found) {
  const [width, height] = [120, 14];
  const x = (error) => width / 2 + Math.max(-1, Math.min(1, error / 0.5)) * (width / 2 - 4);
  return svg("svg", { class: "strip", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    svg("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
    svg("line", { x1: width / 2, x2: width / 2, y1: 1, y2: height - 1 }),
    ...found.map(({ error }) => svg("circle", { cx: x(error).toFixed(1), cy: height / 2, r: 2.6 })));
}
