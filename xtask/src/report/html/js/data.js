// What the page knows: parameter sets, and what their operations took on each machine with each backend.

const data = JSON.parse(document.getElementById("data").textContent);

// By their numbers in `data.measured` and `data.predicted`.
const OPERATIONS = [
  { key: "keygen", title: "Key generation", doing: "generate a key" },
  { key: "sign", title: "Sign", doing: "sign" },
  { key: "verify", title: "Verify", doing: "verify" },
  { key: "verify64", title: "Verify of 64", doing: "verify one of 64 at once" },
];

const unique = (values) => [...new Set(values)];

const FAMILIES = unique(data.sets.map((set) => set.family));

// Shape and hue of a family's marks; trees of trees are squares.
const MARKS = {
  "LMS": "circle blue",
  "HSS": "square blue",
  "XMSS": "circle green",
  "XMSS^MT": "square green",
  "SLH-DSA": "circle red",
  "SPHINCS+": "square red",
};

// What was measured or is predicted of a set: machine / backend / set / operation.
const figures = new Map();

function keep(machine, backend, set, operation, figure) {
  const key = `${machine}/${backend}/${set}`;
  if (!figures.has(key)) figures.set(key, {});
  figures.get(key)[OPERATIONS[operation].key] = figure;
}

for (const [machine, backend, set, operation, ns, share, error, live, heap, stack] of data.measured) {
  keep(machine, backend, set, operation, { ns, predicted: false, share, error, live, heap, stack });
}
for (const [machine, backend, set, operation, ns, error, from] of data.predicted) {
  keep(machine, backend, set, operation, { ns, predicted: true, error, from });
}

const NOTHING = Object.freeze({});

/** Figures of a set by operation: none of another machine or backend are ever among them. */
function figuresOf(set, machine, backend) {
  return figures.get(`${machine}/${backend}/${set.index}`) ?? NOTHING;
}

data.sets.forEach((set, index) => {
  set.index = index;
  set.stateless = set.lifetime_log2 === null;
});

/** Numbers of the backends that have any figure on a machine. */
function backendsOn(machine) {
  const rows = [...data.measured, ...data.predicted].filter((row) => row[0] === machine);
  return unique(rows.map((row) => row[1])).sort((a, b) => a - b);
}
