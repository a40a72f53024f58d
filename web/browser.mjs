// The page in a real Chromium, driven by its DevTools protocol: what a person would do, one case after the other.
//   web/toolchain node --experimental-websocket web/browser.mjs SITE PICTURES [CASE...]
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { Browser, at, sleep } from "./driven.mjs";
import { pixels_of, share_differing } from "./pictures.mjs";
import { Served } from "./served.mjs";

const [site, pictures, ...chosen] = process.argv.slice(2);
fs.mkdirSync(pictures, { recursive: true });

const served = new Served(site);
const home = await served.listen();
Object.assign(at, { home, pictures });

function same(what, is, wanted) {
  if (is !== wanted) throw new Error(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}
function holds(what, is) {
  if (!is) throw new Error(what);
}

// --- cases
const known = JSON.parse(fs.readFileSync(path.join(site, "..", "lessons.json"), "utf8")).lessons;
const as_desktop = path.join(site, "..", "desktop"); // pictures that the desktop edition drew of the same states, if it did

const cases = {
  async lessons_open_by_link(tab) {
    const times = [];
    let most_memory = 0;
    for (const { id, title } of known) {
      await tab.open(id, { fresh: true });
      await tab.rests(`${id} opened by its link`);
      const line = (await tab.controls()).state;
      holds(`${id} opens ${line}`, line.startsWith(id + "/"));
      const words = await tab.value("document.getElementById('words-title').textContent");
      holds(`the title of ${id} is ${words}`, words.includes(title));
      same(`what ${id} complains of`, await tab.value("document.getElementById('notice').textContent"), "");
      same(`errors of ${id}`, tab.said.join(" | "), "");
      times.push(await tab.value("performance.getEntriesByName('first picture')[0].startTime"));
      most_memory = Math.max(most_memory, await tab.value("Module.HEAPU8.length"));
      await tab.picture(`lesson-${id}`);
    }
    times.sort((a, b) => a - b);
    const seconds = (ms) => (ms / 1000).toFixed(2);
    console.log(`      first picture of ${times.length} lessons after ${seconds(times[0])} to ${seconds(times.at(-1))} s, half of them within ` +
      `${seconds(times[times.length >> 1])} s; memory at most ${(most_memory / 1048576).toFixed(0)} MiB`);
    holds("all lessons", known.length > 20);
    holds(`memory is ${most_memory}`, most_memory <= 120 * 1048576);
  },
  async no_frame_takes_long(tab) {
    await tab.open("reduction/sequential", { fresh: true });
    await tab.rests();
    await tab.until("all files are there", "page.whole");
    await tab.time_frames();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "w", "c", "c"]) await tab.key(key);
    await tab.key(" ");
    await sleep(2000);
    await tab.key(" ");
    const times = await tab.value("frame_times.sort((a, b) => b - a)");
    const long = times.filter((ms) => ms > 50).length;
    console.log(`      ${times.length} frames, the longest ${times[0].toFixed(0)} ms, ${long} above 50 ms, half of them within ` +
      `${times[times.length >> 1].toFixed(1)} ms`);
    holds(`${long} of ${times.length} frames are too long`, long <= times.length / 50);
  },
  async a_knob_is_dragged_and_taken_back(tab) {
    await tab.open("reduction/sequential", { fresh: true });
    await tab.rests();
    const [left, top, width, height] = (await tab.controls()).controls["knob.block"];
    const before = (await tab.controls()).state;
    await tab.mouse("mouseMoved", left + width / 2, top + height / 2);
    await tab.mouse("mousePressed", left + width / 2, top + height / 2);
    for (const part of [0.4, 0.3, 0.2]) {
      await tab.mouse("mouseMoved", left + width * part, top + height / 2, { buttons: 1 });
      await sleep(80);
    }
    await tab.mouse("mouseReleased", left + width * 0.2, top + height / 2);
    await sleep(400);
    await tab.rests("the knob's new run");
    const after = (await tab.controls()).state;
    holds(`the knob moved nothing: ${after}`, after.includes("block=") && after !== before);
    await tab.until("the address holds it", `location.hash.includes("block=")`);
    await tab.picture("knob-dragged");
    await tab.value("history.back()");
    await tab.until("back undoes", `!JSON.parse(Module.ccall('page_controls', 'string', [], [])).state.includes(${JSON.stringify(after.match(/block=\d+/)[0])})`);
    await tab.value("history.forward()");
    await tab.until("forward is redo", `JSON.parse(Module.ccall('page_controls', 'string', [], [])).state.includes(${JSON.stringify(after.match(/block=\d+/)[0])})`);
  },
  async a_run_is_played_and_stepped(tab) {
    await tab.open("reduction/sequential --at 2", { fresh: true });
    await tab.rests();
    const step = async () => Number(/--at .*?step=(\d+)/.exec((await tab.controls()).state)?.[1] ?? 1);
    const first = await step();
    await tab.key("ArrowRight");
    await tab.rests();
    same("the step after →", await step(), first + 1);
    await tab.key(" ");
    await sleep(2500);
    await tab.key(" ");
    await tab.rests();
    holds(`played from ${first + 1} to ${await step()}`, (await step()) > first + 1);
    await tab.picture("played");
  },
  async the_theme_stays_over_a_reload(tab) {
    await tab.open("scan/hillis", { fresh: true });
    await tab.rests();
    const before = (await tab.controls()).theme;
    await tab.key("t");
    await sleep(300);
    const after = (await tab.controls()).theme;
    holds("T changes the theme", after !== before);
    await tab.picture("theme-" + after);
    await tab.open("");
    await tab.rests();
    same("the theme after a reload", (await tab.controls()).theme, after);
    holds("the last state comes back", (await tab.controls()).state.startsWith("scan/"));
  },
  async two_pages_keep_each_others_choices(tab) {
    await tab.open("scan/hillis", { fresh: true });
    await tab.rests();
    const before = (await tab.controls()).theme;
    const other = await tab.browser.tab();
    await other.open("reduction/sequential");
    await other.rests();
    await tab.key("t");
    await sleep(300);
    await other.key("ArrowRight"); // its place is another one, so it keeps its settings
    await sleep(4000);
    await other.close();
    await tab.open("");
    await tab.rests();
    const now = await tab.controls();
    holds("the theme stays behind the other page's step", now.theme !== before);
    holds(`the place is the other page's: ${now.state}`, now.state.startsWith("reduction/"));
  },
  async threads_where_headers_allow(tab) {
    const alone = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
    const other = new Served(site, alone);
    const said = async (home) => {
      await tab.open("scan/look_back", { fresh: true, home });
      await tab.rests();
      await tab.key("ArrowRight");
      await tab.rests();
      await sleep(1500); // what is counted beside the picture
      await tab.rests();
      const shared = await tab.value("Module.HEAPU8.buffer instanceof globalThis.SharedArrayBuffer").catch(() => false);
      return [shared, await tab.value("document.getElementById('words').innerText")];
    };
    try {
      const threads = await said(await other.listen());
      await tab.picture("threads");
      same(`errors with threads`, tab.said.join(" | "), "");
      const one = await said(home);
      same("memory is shared by threads", threads[0], true);
      same("memory is shared without headers", one[0], false);
      same("what is said with threads", threads[1], one[1]);
    } finally {
      await other.close();
    }
  },
  async a_ptx_file_is_dropped(tab) {
    await tab.open("threads", { fresh: true });
    await tab.rests();
    const text = JSON.stringify(fs.readFileSync("assets/ptx/vector_add.ptx", "utf8"));
    await tab.value(`(() => { const data = new DataTransfer(); data.items.add(new File([${text}], "mine.ptx"));
      document.getElementById("canvas").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })); })()`);
    await sleep(1500);
    await tab.picture("dropped");
    await tab.key("Enter");
    await tab.until("the file's kernel is on the stage", `JSON.parse(Module.ccall('page_controls', 'string', [], [])).state.includes("mine.ptx")`, 20);
    await tab.rests();
    await tab.picture("own-kernel");
    await tab.value(`take_file(new File(["x"], "mine.cu"))`);
    holds("a .cu says what to do", (await tab.value("document.getElementById('notice').textContent")).includes("nvcc -ptx"));
  },
  async the_top_bar_opens_the_browsers_own_chooser(tab) {
    await tab.open("reduction/sequential", { fresh: true });
    await tab.rests();
    await tab.send("Page.setInterceptFileChooserDialog", { enabled: true });
    const asked = new Promise((done) => tab.browser.listeners.push(
      ({ sessionId, method, params }) => sessionId === tab.session && method === "Page.fileChooserOpened" && done(params)));
    await tab.click("top.open");
    const chooser = await Promise.race([asked, sleep(5000)]);
    holds("a chooser opens", chooser);
    await tab.send("DOM.setFileInputFiles", { files: [path.resolve("assets/ptx/vector_add.ptx")], backendNodeId: chooser.backendNodeId });
    await tab.until("the file's kernel is on the stage", `JSON.parse(Module.ccall('page_controls', 'string', [], [])).state.includes("vector_add.ptx")`);
  },
  async things_are_kept_as_downloads(tab) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "warplens-kept-"));
    await tab.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await tab.open("transpose/copy", { fresh: true });
    await tab.rests();
    const looks_right = {
      png: (bytes) => bytes.subarray(1, 4).toString() === "PNG",
      svg: (bytes) => bytes.toString().startsWith("<svg") || bytes.toString().includes("<svg"),
      csv: (bytes) => bytes.toString().split("\n").length > 3 && bytes.toString().includes(","),
      json: (bytes) => "counters" in JSON.parse(bytes) || Object.keys(JSON.parse(bytes)).length > 3,
    };
    const came = () => fs.readdirSync(folder).filter((name) => !name.endsWith(".crdownload"));
    for (const [form, [ending, right]] of Object.entries(looks_right).entries()) {
      await tab.sheet("s", "keep.go");
      if (ending === "csv") await tab.click("keep.what.3"); // the ledger: a stage has no table
      await tab.click(`keep.form.${form}`);
      if (ending === "svg") await tab.picture("keep-sheet");
      await tab.click("keep.go");
      for (let tries = 0; tries < 200 && !came().some((name) => name.endsWith("." + ending)); ++tries) await sleep(100);
      const file = came().find((name) => name.endsWith("." + ending));
      holds(`a .${ending} is downloaded: there are ${came()}`, file);
      holds(`${file} is what it says`, right(fs.readFileSync(path.join(folder, file))));
    }
    fs.rmSync(folder, { recursive: true });
  },
  async a_state_is_copied(tab) {
    await tab.browser.send("Browser.grantPermissions", { origin: home.slice(0, -1), permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    await tab.open("transpose/padded", { fresh: true });
    await tab.rests();
    await tab.sheet("s", "keep.state");
    await tab.click("keep.state");
    await tab.until("the state is on the clipboard", `navigator.clipboard.readText().then((text) => text.startsWith("transpose/padded"))`, 10);
    await tab.value("page.canvas.focus()");
    await tab.sheet("s", "keep.copy");
    await tab.click("keep.copy");
    await tab.until("a picture is on the clipboard", `navigator.clipboard.read().then((all) => all[0].types.includes("image/png"))`, 10);
  },
  async fingers_tap_drag_and_pinch(tab) {
    await tab.send("Emulation.setDeviceMetricsOverride", { width: 1024, height: 768, deviceScaleFactor: 1, mobile: false });
    await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    await tab.open("reduction/sequential", { fresh: true });
    await tab.rests();
    const theme = (await tab.controls()).theme;
    await tab.touch("touchStart", await tab.middle("top.theme"));
    await tab.touch("touchEnd");
    await sleep(400);
    holds("a tap changes the theme", (await tab.controls()).theme !== theme);

    await tab.send("Emulation.setDeviceMetricsOverride", { width: 1600, height: 1000, deviceScaleFactor: 1, mobile: false });
    await sleep(600);
    await tab.rests();
    const [left, top, width, height] = (await tab.controls()).controls["knob.block"];
    await tab.touch("touchStart", [left + width * 0.7, top + height / 2]);
    for (const part of [0.6, 0.4, 0.2]) await tab.touch("touchMove", [left + width * part, top + height / 2]);
    await tab.touch("touchEnd");
    await sleep(400);
    await tab.rests();
    holds("a finger drags a knob", /block=\d+/.test((await tab.controls()).state));

    const plot = await tab.control(/^plot\.[^.]+$/);
    holds("a plot is in sight", plot);
    const [x, y] = await tab.middle(plot);
    const before = (await tab.controls()).state;
    await tab.touch("touchStart", [x - 20, y], [x + 20, y]);
    for (const apart of [24, 30, 36, 44, 52]) await tab.touch("touchMove", [x - apart, y], [x + apart, y]);
    await tab.touch("touchEnd");
    await sleep(400);
    await tab.picture("pinched");
    holds(`a pinch zooms ${plot}`, (plot + ".reset") in (await tab.controls()).controls);
    same("the state after a pinch", (await tab.controls()).state, before);
    await tab.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    await tab.send("Emulation.clearDeviceMetricsOverride");
  },
  async pictures_are_the_desktops(tab) {
    const drawn = fs.existsSync(as_desktop) ? fs.readdirSync(as_desktop).filter((name) => name.endsWith(".png")) : [];
    await tab.send("Emulation.setDeviceMetricsOverride", { width: 1366, height: 768, deviceScaleFactor: 1, mobile: false });
    for (const name of drawn) {
      await tab.open(path.basename(name, ".png").replace("-", "/"), { fresh: true });
      await tab.rests();
      await tab.mouse("mouseMoved", 683, 760);
      await tab.until("nothing is drawn any more", `(() => { const now = Module._page_frames(), still = now === globalThis.frames_before;
        globalThis.frames_before = now; return new Promise((done) => setTimeout(() => done(still && Module._page_frames() === now), 1500)); })()`);
      await tab.picture("as-" + path.basename(name, ".png"));
      const share = share_differing(pixels_of(path.join(as_desktop, name)), pixels_of(path.join(pictures, "as-" + name)));
      console.log(`      ${name}: ${(share * 100).toFixed(2)} % of the pixels differ`);
      holds(`${name} differs in ${share}`, share < 0.04);
    }
    holds("there are pictures of the desktop's", drawn.length);
    await tab.send("Emulation.clearDeviceMetricsOverride");
  },
  async nothing_is_drawn_when_nothing_changes(tab) {
    await tab.open("memories", { fresh: true });
    await tab.rests();
    await tab.until("all files are there", "page.whole"); // each that comes draws a frame
    await sleep(9000);
    const before = await tab.value("Module._page_frames()");
    await sleep(3000);
    same("frames while nothing happens", await tab.value("Module._page_frames()"), before);
  },
  async words_are_there_for_a_reader(tab) {
    await tab.open("reduction", { fresh: true });
    await tab.rests();
    await tab.until("the lesson's question", `document.getElementById("words-claim").textContent.endsWith("?")`);
    same("rows that would answer it", await tab.value(`document.querySelectorAll("#words-table tr").length`), 0);
    await tab.key("Escape");
    await tab.until("a title", `document.getElementById("words-title").textContent.includes("Interleaved")`);
    await tab.until("a ledger", `document.querySelectorAll("#words-table tr").length > 5`);
    await tab.value("document.getElementById('in-words').click()");
    await tab.picture("in-words");
  },
  async the_canvas_follows_the_window(tab) {
    await tab.send("Emulation.setDeviceMetricsOverride", { width: 1024, height: 768, deviceScaleFactor: 2, mobile: false });
    await tab.open("laplace", { fresh: true });
    await tab.rests();
    same("pixels of the canvas", await tab.value("page.canvas.width"), 2048);
    await tab.picture("tablet");
    await tab.send("Emulation.setDeviceMetricsOverride", { width: 1600, height: 960, deviceScaleFactor: 1, mobile: false });
    await tab.until("a larger canvas", "page.canvas.width === 1600");
    await sleep(500);
    await tab.picture("large");
    await tab.send("Emulation.clearDeviceMetricsOverride");
  },
};

// Once all files came the page keeps them; then the server goes away.
cases.it_opens_without_a_net = async (tab) => {
  await tab.open("scan", { fresh: true });
  await tab.rests();
  await tab.until("all files are there", "page.whole");
  await tab.until("they are kept", `navigator.serviceWorker.getRegistration().then((all) => !!all?.active)`);
  const { port } = served;
  await served.close();
  try {
    await tab.open("histogram");
    await tab.rests();
    holds("histogram opens", (await tab.controls()).state.startsWith("histogram/"));
    await tab.picture("without-a-net");
  } finally {
    await served.listen(port);
  }
};

async function without_webgl() {
  const browser = await Browser.start("--disable-3d-apis");
  try {
    const tab = await browser.tab();
    await tab.send("Page.navigate", { url: home });
    await tab.until("a sentence", `document.getElementById("state")?.textContent.includes("WebGL 2")`, 20);
    await tab.picture("without-webgl");
  } finally {
    browser.end();
  }
}

// --- all of them
let failed = 0;
async function attempt(name, run) {
  if (chosen.length && !chosen.includes(name)) return;
  const begun = Date.now();
  try {
    await run();
    console.log(`ok    ${name}  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  } catch (why) {
    ++failed;
    console.log(`FAILS ${name}: ${why.message}`);
  }
}

const browser = await Browser.start("--use-angle=swiftshader", "--enable-unsafe-swiftshader");
for (const [name, run] of Object.entries(cases))
  await attempt(name, async () => {
    const tab = await browser.tab();
    try {
      await run(tab);
    } catch (why) {
      await tab.picture("failed-" + name).catch(() => {});
      throw why;
    } finally {
      await tab.close(); // it would go on, and keep settings beside the next one's
    }
  });
browser.end();
await attempt("a_page_without_webgl", without_webgl);
const until_first = ["index.html", "page.css", "page.js", "icon.svg", "warplens.js", "warplens.wasm", "first.data", `lesson-${known[0].id}.data`];
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const size_of = (name) => served.sent.get(name) ?? 0;
console.log(`by gzip until the first picture: ${until_first.map((name) => `${name} ${kilobytes(size_of(name))}`).join(", ")}; together ` +
  kilobytes(until_first.reduce((sum, name) => sum + size_of(name), 0)));
served.close();
process.exit(failed ? 1 : 0);
