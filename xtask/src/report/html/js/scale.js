// Logarithmic axes.

/** A logarithmic scale from a range of values to a range of pixels, with a margin at either end. */
function logScale(values, from, to) {
  const margin = 1.12;
  const low = Math.log10(Math.min(...values) / margin);
  const high = Math.log10(Math.max(...values) * margin);
  const scale = (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  scale.ticks = ticks(low, high);
  return scale;
}

/** Powers of ten, and where there are few of them twos and fives too. */
function ticks(low, high) {
  const found = [];
  const steps = high - low < 3 ? [1, 2, 5] : [1];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const step of steps) {
      const value = step * 10 ** power;
      const log = Math.log10(value);
      if (log >= low && log <= high) found.push(value);
    }
  }
  return found;
}

/** A tick of time: `100 µs`. */
function timeTick(ns) {
  const units = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
  const [unit, size] = units.find(([, one]) => ns >= one * 0.999) ?? units.at(-1);
  return `${grouped(Number((ns / size).toPrecision(3)))} ${unit}`;
}
