// Which sets are shown, in which order, and which of them are the front.

const COLUMNS = [
  { key: "name", title: "Parameter set", of: (row) => row.set.name },
  { key: "category", title: "Cat.", long: "Security category", of: (row) => row.set.category },
  { key: "lifetime", title: "Signatures", long: "Signatures that a key can make",
    of: (row) => (row.set.stateless ? Infinity : row.set.lifetime_log2) },
  { key: "public", title: "Public key", of: (row) => row.set.public_key },
  { key: "secret", title: "Secret key", of: (row) => row.set.secret_key },
  { key: "signature", title: "Signature", of: (row) => row.set.signature },
  ...OPERATIONS.map(({ key, title }) => ({ key, title, time: true, of: (row) => row.figures[key]?.ns })),
  { key: "share", title: "Of limit", long: "Share of the hash limit", of: (row) => row.share },
];

/** Every set with its figures on the chosen machine with the chosen backend. */
function everyRow(state) {
  const machine = data.machines.findIndex((one) => one.id === state.machine);
  const backend = data.backends.indexOf(state.backend);
  return data.sets.map((set) => {
    const figures = figuresOf(set, machine, backend);
    const y = figures[state.y];
    return { set, figures, y, share: y && !y.predicted ? y.share : undefined };
  });
}

/** Whether a row is asked for, the front apart. */
function wanted(state) {
  const schemes = state.scheme === "" ? null : new Set(state.scheme.split(","));
  const words = state.q.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const limit = (text, scale) => (text === "" ? Infinity : Number(text) * scale);
  const signature = limit(state.signature, 1);
  const key = limit(state.key, 1);
  const verify = limit(state.verify, 1e3);
  return ({ set, figures }) => {
    const all = Object.values(figures);
    const time = figures.verify?.ns;
    return (schemes === null || schemes.has(set.family))
      && words.every((word) => set.name.toLowerCase().includes(word))
      && (state.stateless === "" || set.stateless)
      && (set.stateless || set.lifetime_log2 >= Number(state.need))
      && set.signature <= signature
      && set.public_key <= key
      && (verify === Infinity || (time !== undefined && time <= verify))
      && (state.category === "" || set.category >= Number(state.category))
      && (state.cnsa === "" || set.cnsa.allows)
      && (state.standard === "" || set.standards.includes(state.standard))
      && (state.hash === "" || set.hash === state.hash)
      && (state.figures === "" || all.length > 0)
      && (state.figures !== "measured" || all.some((one) => !one.predicted));
  };
}

/** Rows that no other beats in size and time at once, the smallest first. */
function frontOf(rows) {
  const known = rows.filter((row) => row.y !== undefined);
  known.sort((a, b) => a.set.signature - b.set.signature || a.y.ns - b.y.ns || a.set.index - b.set.index);
  const front = [];
  for (const row of known) {
    if (front.length === 0 || row.y.ns < front.at(-1).y.ns) front.push(row);
  }
  return front;
}

/** Sorts rows by a column; what is not known comes last either way. */
function sorted(rows, sort) {
  const column = COLUMNS.find((one) => one.key === sort.replace(/^-/, ""));
  const sign = sort.startsWith("-") ? -1 : 1;
  const compare = (a, b) => {
    const [x, y] = [column.of(a) ?? null, column.of(b) ?? null];
    if (x === null || y === null) return (x === null) - (y === null);
    if (typeof x === "string") return sign * x.localeCompare(y, "en", { numeric: true });
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  };
  return [...rows].sort((a, b) => compare(a, b) || a.set.index - b.set.index);
}

/** All that there is to show of a state. */
function view(state) {
  const every = everyRow(state);
  let rows = every.filter(wanted(state));
  const front = frontOf(rows);
  if (state.front === "1") rows = front;
  return { every, rows: sorted(rows, state.sort), front, onFront: new Set(front.map((row) => row.set)) };
}
