// Beside the picture: the front, as a list.

const side = document.getElementById("side");

function drawFront(state, shown, choose, hover) {
  const rows = shown.front.map((row) => {
    const button = el("button", { type: "button", class: "choose" }, row.set.name);
    button.addEventListener("click", () => choose(row.set.name));
    const tr = el("tr", { "data-set": row.set.name },
      el("th", { scope: "row" }, glyph(row.set.family, row.y.predicted), button),
      el("td", { class: "number" }, grouped(row.set.signature)),
      el("td", { class: `number${row.y.predicted ? " predicted" : ""}` }, figure(row.y)));
    tr.addEventListener("pointerenter", () => hover(row.set.name));
    tr.addEventListener("pointerleave", () => hover(null));
    return tr;
  });
  const title = OPERATIONS.find((one) => one.key === state.y).title;
  side.replaceChildren(
    el("h2", {}, "On the front"),
    el("p", { class: "small" }, rows.length === 0
      ? "Nothing that is shown has a figure."
      : "Of the sets shown, nothing has both a smaller signature and a shorter time than these."),
    el("table", { class: "front-list" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Parameter set"),
        el("th", { scope: "col", class: "number" }, "Bytes"), el("th", { scope: "col", class: "number" }, title))),
      el("tbody", {}, ...rows)),
    el("p", { class: "small" }, "Choose a point or a row to see every backend of a set."));
}
