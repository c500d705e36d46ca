// The table of sets.

const table = document.getElementById("sets");
const [head, body] = [table.tHead, table.tBodies[0]];

function drawHead(state, sortBy) {
  const row = el("tr");
  for (const column of COLUMNS) {
    const order = state.sort === column.key ? "ascending" : state.sort === `-${column.key}` ? "descending" : "none";
    const button = el("button", { type: "button", title: column.long ?? false },
      column.title, el("span", { class: "order", "aria-hidden": "true" }));
    button.addEventListener("click", () => sortBy(order === "ascending" ? `-${column.key}` : column.key));
    row.append(el("th", { scope: "col", "aria-sort": order, "data-column": column.key,
      class: column.key === "name" ? "name" : "number" }, button));
  }
  const focused = document.activeElement?.closest?.("#sets th")?.dataset.column;
  head.replaceChildren(row);
  if (focused !== undefined) head.querySelector(`[data-column="${focused}"] button`).focus();
}

function drawBody(state, shown) {
  const rows = shown.rows.map((row) => {
    const { set } = row;
    const button = el("button", { type: "button", class: "choose", "aria-pressed": String(set.name === state.set) },
      set.name);
    const look = [shown.onFront.has(set) ? "on-front" : "", row.y === undefined ? "unknown" : ""].join(" ").trim();
    const tr = el("tr", { "data-set": set.name, class: look || null },
      el("th", { scope: "row", class: "name" }, glyph(set.family, row.y?.predicted), button));
    for (const column of COLUMNS.slice(1)) tr.append(cell(column, row));
    return tr;
  });
  const focused = document.activeElement?.closest?.("#sets tbody tr")?.dataset.set;
  body.replaceChildren(...rows);
  if (rows.length === 0) {
    body.append(el("tr", { class: "empty" },
      el("td", { colspan: COLUMNS.length }, "No set is like that. Reset, or ask for less.")));
  }
  if (focused !== undefined) rowOf(focused)?.querySelector("button").focus();
}

function cell(column, row) {
  const td = (text, more = "") => el("td", { class: `number${more}` }, text);
  if (column.time) {
    const one = row.figures[column.key];
    if (one === undefined) return td("-", " none");
    const known = td(figure(one), one.predicted ? " predicted" : "");
    if (one.predicted) known.title = origin(one);
    return known;
  }
  switch (column.key) {
    case "lifetime": return td(lifetime(row.set));
    case "share": return row.share === undefined || row.share === null ? td("-", " none") : td(percent(row.share));
    default: {
      const value = column.of(row);
      return value === null || value === undefined ? td("-", " none") : td(grouped(value));
    }
  }
}

function drawSummary(state, shown) {
  const machine = data.machines.find((one) => one.id === state.machine);
  const column = COLUMNS.find((one) => one.key === state.sort.replace(/^-/, ""));
  document.getElementById("says").textContent = `With ${state.backend} on ${machine?.title ?? "no machine"}, `
    + `by ${(column.long ?? column.title).toLowerCase()}${state.sort.startsWith("-") ? ", the largest first" : ""}. `
    + "Sizes in bytes; ~ marks predictions; the share of the hash limit is that of the picture's operation; bold: on the front.";
}

function rowOf(name) {
  return body.querySelector(`tr[data-set="${CSS.escape(name)}"]`);
}

/** Marks a row as the one that is pointed at, or as the chosen one. */
function markRows(hot, chosen) {
  for (const row of body.querySelectorAll(".hot, .chosen")) row.classList.remove("hot", "chosen");
  for (const [name, look] of [[hot, "hot"], [chosen, "chosen"]]) {
    if (name !== null && name !== "") rowOf(name)?.classList.add(look);
  }
  for (const button of body.querySelectorAll("button.choose")) {
    button.setAttribute("aria-pressed", String(button.textContent === chosen));
  }
}
