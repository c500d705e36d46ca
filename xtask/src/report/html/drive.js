// Uses the page as people do, and writes what is not as it should be. The data is that of tests.rs.

(() => {
  "use strict";
  let count = 0;
  const wrong = [];
  const check = (what, found, due) => {
    count += 1;
    const [a, b] = [JSON.stringify(found), JSON.stringify(due)];
    if (a !== b) wrong.push(`${what}: ${a}, not ${b}`);
  };
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const sets = () => all("#sets tbody tr[data-set]").map((row) => row.dataset.set);
  const cell = (set, column) => $(`#sets tr[data-set="${set}"]`).children[column].textContent;
  const count_of = () => $("#count strong").textContent;
  const controls = $("#controls").elements;
  const put = (name, value) => {
    const control = controls[name];
    if (control.type === "checkbox") control.checked = value;
    else control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const scheme = (family, on) => {
    const box = all("input[name=family]").find((one) => one.value === family);
    box.checked = on;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const reset = () => $("button[type=reset]").click();
  const go = (hash) => {
    history.replaceState(null, "", `#${hash}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const sort = (column) => $(`#sets th[data-column="${column}"] button`).click();
  const order = (column) => $(`#sets th[data-column="${column}"]`).getAttribute("aria-sort");
  const VERIFY = 8;

  // Figures and their marks.
  check("measured", cell("LMS-H5", VERIFY), "50.0 µs");
  check("predicted", cell("LMS-H15", VERIFY), "~60.0 µs");
  check("its origin", $('#sets tr[data-set="LMS-H15"]').children[VERIFY].title,
    "Predicted; most of it from LMS-H5; nine of ten such predictions are within 12 %");
  check("unknown", cell("SPHINCS+-SHAKE-192s-robust", VERIFY), "-");
  check("share", cell("LMS-H5", 10), "50 %");
  check("share of a prediction", cell("LMS-H15", 10), "-");
  check("lifetimes", [cell("LMS-H5", 2), cell("LMS-H15", 2), cell("SLH-DSA-SHA2-128s", 2)], ["32", "2^15", "unlimited"]);
  check("hollow points", all(".point .hollow").map((one) => one.parentNode.dataset.set), ["LMS-H15", "XMSSMT-SHA2_40/4_256"]);
  check("points", all(".point").length, 7);
  check("title", controls.machine.selectedOptions[0].textContent, 'Big </script><script>alert(1)</script> & "{{script}}"');
  check("at first no address", location.hash, "");

  // The front.
  const front = ["LMS-H5", "XMSS-SHA2_10_256", "HSS-H5-L2"];
  check("front", all(".front-list tbody tr").map((row) => row.dataset.set), front);
  check("front points", all(".point.on-front").map((one) => one.dataset.set), front);
  put("front", true);
  check("front only", sets(), front);
  put("y", "sign");
  check("front of signing", sets(), ["LMS-H5"]);
  reset();
  check("after a reset", [count_of(), controls.y.value], ["8 of 8", "sign"]);
  put("y", "verify");

  // Filters, one by one and together.
  const filter = (name, value, due) => {
    put(name, value);
    check(`${name} ${value}`, sets(), due);
    check(`${name} in the address`, new URLSearchParams(location.hash.slice(1)).get(name), value === true ? "1" : value);
    reset();
  };
  const stateless = ["SLH-DSA-SHA2-128s", "SPHINCS+-SHAKE-192s-robust", "SLH-DSA-SHAKE-256f"];
  filter("q", "shake 256", ["SLH-DSA-SHAKE-256f"]);
  filter("stateless", true, stateless);
  filter("need", "16", ["XMSSMT-SHA2_40/4_256", ...stateless]);
  filter("signature", "1612", ["LMS-H5", "LMS-H15"]);
  filter("key", "32", ["SLH-DSA-SHA2-128s"]);
  filter("verify", "40", ["XMSS-SHA2_10_256", "HSS-H5-L2", "SLH-DSA-SHA2-128s"]);
  filter("standard", "FIPS 205", ["SLH-DSA-SHA2-128s", "SLH-DSA-SHAKE-256f"]);
  filter("hash", "SHAKE256", ["SPHINCS+-SHAKE-192s-robust", "SLH-DSA-SHAKE-256f"]);
  put("category", "3");
  check("category", sets().includes("SLH-DSA-SHA2-128s"), false);
  check("category", count_of(), "7 of 8");
  reset();
  put("cnsa", true);
  check("CNSA", sets(), ["LMS-H5", "LMS-H15"]);
  reset();
  put("figures", "known");
  check("known", count_of(), "7 of 8");
  put("figures", "measured");
  check("measured", count_of(), "5 of 8");
  reset();
  scheme("LMS", false);
  scheme("XMSS", false);
  check("schemes", count_of(), "5 of 8");
  put("verify", "100");
  check("schemes and time", sets(), ["HSS-H5-L2", "XMSSMT-SHA2_40/4_256", "SLH-DSA-SHA2-128s"]);
  const shared = location.hash;
  reset();
  go(shared.slice(1));
  check("a shared view", sets(), ["HSS-H5-L2", "XMSSMT-SHA2_40/4_256", "SLH-DSA-SHA2-128s"]);
  check("its controls", [controls.verify.value, all("input[name=family]:checked").length], ["100", 4]);
  reset();
  for (const family of ["LMS", "HSS", "XMSS", "XMSS^MT", "SLH-DSA", "SPHINCS+"]) scheme(family, false);
  check("no scheme", [count_of(), all("#sets tbody tr.empty").length], ["0 of 8", 1]);
  reset();

  // Order: what is unknown is last either way.
  check("order", order("signature"), "ascending");
  sort("verify");
  check("by verifying", [order("verify"), order("signature"), sets()[0], sets().at(-1)],
    ["ascending", "none", "HSS-H5-L2", "SPHINCS+-SHAKE-192s-robust"]);
  sort("verify");
  check("the other way", [order("verify"), sets()[0], sets().at(-1)],
    ["descending", "SLH-DSA-SHAKE-256f", "SPHINCS+-SHAKE-192s-robust"]);
  sort("name");
  check("by name", sets()[0], "HSS-H5-L2");
  sort("lifetime");
  check("by lifetime", sets()[0], "LMS-H5");
  reset();

  // Another backend, another machine: nothing is mixed.
  put("backend", "other");
  check("another backend", [cell("LMS-H5", VERIFY), cell("LMS-H15", VERIFY)], ["100 µs", "-"]);
  check("its points", all(".point").length, 1);
  put("backend", "elsewhere");
  check("a backend without figures here", [all(".point").length, cell("LMS-H5", VERIFY)], [0, "-"]);
  check("is said to be", controls.backend.selectedOptions[0].textContent, "elsewhere (no figures here)");
  put("machine", "small");
  check("another machine", [cell("LMS-H5", VERIFY), cell("LMS-H15", VERIFY)], ["7.00 µs", "-"]);
  put("backend", "native");
  check("another machine", [cell("LMS-H5", VERIFY), cell("LMS-H15", VERIFY), cell("HSS-H5-L2", VERIFY)],
    ["5.00 µs", "~6.00 µs", "-"]);
  check("no error of the model", all("#model tbody tr").length, 0);
  put("machine", "big");

  // The model's error.
  const model = () => $('#model tr[data-family="SLH-DSA"]').children[3].textContent;
  check("families with an error", all("#model tbody tr").map((row) => row.dataset.family),
    ["LMS", "HSS", "XMSS", "SLH-DSA"]);
  check("the model's error", model(), "3.5 % largest 4.0 %, n = 2");

  // Choosing, from the table, the picture and the front, by mouse and keyboard.
  const chosen = () => [$("#details").hidden, $("#sets tr.chosen")?.dataset.set, $(".point.chosen")?.dataset.set];
  $('#sets tr[data-set="HSS-H5-L2"] button').click();
  check("chosen in the table", chosen(), [false, "HSS-H5-L2", "HSS-H5-L2"]);
  check("in the address", location.hash, "#set=HSS-H5-L2");
  check("pressed", $('#sets tr[data-set="HSS-H5-L2"] button').getAttribute("aria-pressed"), "true");
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  check("let go", chosen(), [true, undefined, undefined]);
  $('.front-list tr[data-set="LMS-H5"] button').click();
  check("chosen in the front", chosen(), [false, "LMS-H5", "LMS-H5"]);
  check("every backend of this machine", all("#details tbody tr").map((row) => row.dataset.backend), ["native", "other"]);
  check("what documents say of it", [$("#details dl").textContent.includes("CNSA 2.0approved"),
    $("#details details p").textContent], [true, "Category: A reason."]);
  check("its times", all("#details tbody tr")[0].textContent, "native190 µs50 %6.00 µs50 %50.0 µs50 %-68,085---24,47224,47224,472");
  const point = (set) => all(".point").find((one) => one.dataset.set === set);
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  point("LMS-H5").focus();
  press("ArrowRight");
  check("the next point", document.activeElement.dataset.set, "LMS-H15");
  check("is lit in the table", $("#sets tr.hot").dataset.set, "LMS-H15");
  check("and named", $("#label").textContent, "LMS-H151,612 bytes, ~60.0 µs, 2^15 signatures");
  press("Enter");
  check("chosen by key", [chosen(), document.activeElement.dataset.set], [[false, "LMS-H15", "LMS-H15"], "LMS-H15"]);
  $('#sets tr[data-set="XMSS-SHA2_10_256"]').dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  check("lit in the picture", $(".point.hot").dataset.set, "XMSS-SHA2_10_256");
  const place = point("SLH-DSA-SHA2-128s").firstChild.getBoundingClientRect();
  const at = { clientX: place.x + 5, clientY: place.y + 3, bubbles: true };
  $("#chart svg").dispatchEvent(new PointerEvent("pointermove", at));
  check("lit by the pointer", $("#sets tr.hot").dataset.set, "SLH-DSA-SHA2-128s");
  $("#chart svg").dispatchEvent(new MouseEvent("click", at));
  check("chosen by the pointer", chosen(), [false, "SLH-DSA-SHA2-128s", "SLH-DSA-SHA2-128s"]);
  check("points one can tab to", all('.point[tabindex="0"]').map((one) => one.dataset.set), ["SLH-DSA-SHA2-128s"]);
  $("#details .close").click();
  check("closed", $("#details").hidden, true);

  // Every control has a name, and nothing was fetched.
  const unnamed = all("input, select").filter((one) => one.labels.length === 0 || one.labels[0].textContent.trim() === "");
  check("unnamed controls", unnamed.map((one) => one.name), []);
  check("unnamed buttons", all("button").filter((one) => (one.ariaLabel ?? one.textContent).trim() === "").length, 0);
  check("fetched", performance.getEntriesByType("resource").length, 0);
  check("too wide", document.documentElement.scrollWidth <= innerWidth, true);

  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = wrong.length === 0 ? `all of ${count} checks hold` : `${wrong.length} of ${count} checks fail: ${wrong.join("; ")}`;
  document.body.append(verdict);
})();
