// What the figures are, in words.

function drawNotes() {
  const machines = data.machines.map((machine) => `${machine.title} (${machine.id}, ${machine.date})`);
  const notes = [
    "Times are medians of thread CPU time over warm calls, on one thread, and each signature was verified. Messages "
      + `have ${data.messages}. The verify of 64 is the time of one signature where a program has 64 to verify at once.`,
    "Times marked ~, and hollow marks, are predicted: from the hashes that a set needs and the time of a hash on that "
      + "machine, corrected by what was measured of similar sets with the same backend. They are no measurements. Where "
      + "the sets of a backend do not tell enough of each other, nothing is predicted.",
    "The hash limit is the time of the hashes that an operation needs, each at its best on that machine. Above 100 % a "
      + "backend hashes less, as one that keeps more of its trees.",
    `Machines: ${machines.join("; ") || "none"}. Figures of two machines are never mixed.`,
    "A stateful key makes as many signatures as the table says, and must never use an index twice.",
    "The address of this page has the filters, the order and the chosen set in it: copy it to share a view.",
  ];
  document.getElementById("notes").replaceChildren(...notes.map((note) => el("li", {}, note)));
}
