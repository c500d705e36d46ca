// What is chosen: in the controls, and in the part of the address after #, so that a view can be shared.

const form = document.getElementById("controls");

// Of each machine how much was measured on it: the richest is what the page starts with.
const measured = data.machines.map((_, machine) =>
  data.measured.filter((row) => row[0] === machine).length);
const RICHEST = Math.max(0, measured.indexOf(Math.max(...measured)));

const DEFAULTS = Object.freeze({
  machine: data.machines[RICHEST]?.id ?? "",
  backend: data.backends.includes("native") ? "native" : data.backends[0] ?? "",
  q: "", scheme: "", stateless: "", need: "0", signature: "", key: "", verify: "",
  category: "", cnsa: "", standard: "", hash: "", figures: "", front: "",
  y: "verify", sort: "signature", set: "",
});

/** Reads the address. What it does not have, or what makes no sense, is as at first. */
function fromAddress() {
  const state = { ...DEFAULTS };
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (name in DEFAULTS && allowed(name, value)) state[name] = value;
  }
  return state;
}

function allowed(name, value) {
  switch (name) {
    case "machine": return data.machines.some((machine) => machine.id === value);
    case "backend": return data.backends.includes(value);
    case "scheme": return value === "none" || value.split(",").every((family) => FAMILIES.includes(family));
    case "sort": return COLUMNS.some((column) => column.key === value.replace(/^-/, ""));
    case "set": return data.sets.some((set) => set.name === value);
    case "signature": case "key": case "verify": case "need":
      return value.trim() !== "" && Number(value) >= 0 && Number.isFinite(Number(value));
    case "q": return true;
    default: {
      const control = form.elements[name];
      if (control.type === "checkbox") return value === "1";
      return [...control.options].some((option) => option.value === value);
    }
  }
}

/** Writes what differs from the start into the address. */
function toAddress(state) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== DEFAULTS[name]) parameters.set(name, value);
  }
  const text = parameters.toString().replaceAll("%2C", ",");
  history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
}

/** Puts a state into the controls. */
function toControls(state) {
  fillBackends(state);
  const schemes = state.scheme === "" ? FAMILIES : state.scheme.split(",");
  for (const control of form.elements) {
    if (control.name === "family") control.checked = schemes.includes(control.value);
    else if (control.type === "checkbox") control.checked = state[control.name] === "1";
    else if (control.name in state) control.value = state[control.name];
  }
}

/** Reads the controls; what is in none of them stays. */
function fromControls(state) {
  const next = { ...state };
  const schemes = [];
  for (const control of form.elements) {
    if (control.name === "family") {
      if (control.checked) schemes.push(control.value);
    } else if (control.type === "checkbox") next[control.name] = control.checked ? "1" : "";
    else if (control.name in state) next[control.name] = control.value;
  }
  next.scheme = schemes.length === FAMILIES.length ? "" : schemes.join(",") || "none";
  return next;
}

/** The options that depend on the data. */
function fillControls() {
  const option = (value, text) => el("option", { value }, text);
  const options = (name, list) => form.elements[name].replaceChildren(...list);
  options("machine", data.machines.map((machine) => option(machine.id, machine.title)));
  const categories = unique(data.sets.map((set) => set.category)).sort((a, b) => a - b);
  options("category", [option("", "any"), ...categories.map((one) => option(one, one))]);
  const standards = unique(data.sets.flatMap((set) => set.standards)).sort();
  options("standard", [option("", "any"), ...standards.map((one) => option(one, one))]);
  const hashes = unique(data.sets.map((set) => set.hash)).sort();
  options("hash", [option("", "any"), ...hashes.map((one) => option(one, one))]);
  document.getElementById("schemes").replaceChildren(...FAMILIES.map((family) =>
    el("label", { class: "check" },
      el("input", { type: "checkbox", name: "family", value: family, checked: "" }),
      glyph(family), family)));
}

/** The backends of the chosen machine; those of other machines only stand apart. */
function fillBackends(state) {
  const machine = data.machines.findIndex((one) => one.id === state.machine);
  const here = new Set(backendsOn(machine));
  const select = form.elements.backend;
  select.replaceChildren(...data.backends.map((name, index) =>
    el("option", { value: name }, here.has(index) ? name : `${name} (no figures here)`)));
  select.value = state.backend;
}
