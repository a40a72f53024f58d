// The page in a real Chromium, driven by its DevTools protocol: what a person would do, one case after the other.
//   web/toolchain node --experimental-websocket web/browser.mjs SITE PICTURES [CASE...]
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";

const [site, pictures, ...chosen] = process.argv.slice(2);
fs.mkdirSync(pictures, { recursive: true });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// --- a server of static files, which counts what it sends
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const sent = new Map();
const packed = new Map();
const server = http.createServer((request, answer) => {
  const name = decodeURIComponent(new URL(request.url, "http://here").pathname).slice(1) || "index.html";
  const file = path.join(site, name);
  if (name.includes("..") || !fs.existsSync(file) || !fs.statSync(file).isFile()) return answer.writeHead(404).end();
  if (!packed.has(name)) packed.set(name, zlib.gzipSync(fs.readFileSync(file), { level: 9 }));
  sent.set(name, packed.get(name).length);
  answer.writeHead(200, { "content-type": kinds[path.extname(name)] ?? "application/octet-stream", "content-encoding": "gzip" });
  answer.end(packed.get(name));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const home = `http://127.0.0.1:${server.address().port}/`;

// --- the browser
class Browser {
  static async start(...flags) {
    const browser = new Browser();
    browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), "warplens-browser-"));
    browser.process = spawn("chromium", ["--headless", "--no-sandbox", "--no-first-run", "--disable-quic", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--window-size=1366,768",
      `--user-data-dir=${browser.folder}`, ...flags, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((found, lost) => {
      let text = "";
      browser.process.stderr.on("data", (data) => {
        text += data;
        const line = text.match(/DevTools listening on (\S+)/);
        if (line) found(line[1]);
      });
      browser.process.on("exit", () => lost(new Error("chromium ended: " + text)));
    });
    browser.socket = new WebSocket(address);
    browser.waiting = new Map();
    browser.listeners = [];
    browser.count = 0;
    browser.socket.onmessage = ({ data }) => browser.heard(JSON.parse(data));
    await new Promise((open) => (browser.socket.onopen = open));
    return browser;
  }
  heard(message) {
    if (!message.id) return this.listeners.forEach((listen) => listen(message));
    const { done, failed } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) failed(new Error(message.error.message));
    else done(message.result);
  }
  send(method, params = {}, sessionId) {
    const id = ++this.count;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }
  async tab() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, sessionId);
    await tab.send("Runtime.enable");
    await tab.send("Page.enable");
    await tab.send("Emulation.setFocusEmulationEnabled", { enabled: true }); // several tabs, each as if it were in front
    return tab;
  }
  end() {
    this.process.removeAllListeners("exit");
    this.process.kill();
    try {
      fs.rmSync(this.folder, { recursive: true, force: true });
    } catch {
      // it still writes while it ends: the system clears its temporary folder
    }
  }
}

class Tab {
  constructor(browser, session) {
    Object.assign(this, { browser, session, said: [] });
    browser.listeners.push((message) => {
      if (message.sessionId !== session) return;
      if (message.method === "Runtime.consoleAPICalled") this.said.push(message.params.args.map((arg) => arg.value).join(" "));
      if (message.method === "Runtime.exceptionThrown") this.said.push(message.params.exceptionDetails.exception?.description);
    });
  }
  send(method, params) {
    return this.browser.send(method, params, this.session);
  }
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(expression + ": " + (exceptionDetails.exception?.description ?? exceptionDetails.text));
    return result.value;
  }
  async until(what, expression, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await this.value(expression)) return;
    throw new Error(`not within ${seconds} s: ${what}; the page says "${await this.value("document.body.innerText.slice(0, 300)")}" ` +
      this.said.slice(-3).join(" | "));
  }
  controls() {
    return this.value("JSON.parse(Module.ccall('page_controls', 'string', [], []))");
  }
  async open(line, { fresh = false } = {}) {
    await this.send("Page.navigate", { url: "about:blank" });
    if (fresh) await this.send("Storage.clearDataForOrigin", { origin: home.slice(0, -1), storageTypes: "all" });
    await this.send("Page.navigate", { url: home + (line ? "#" + line.replaceAll(" ", "+") : "") });
    await this.until("the page's first picture", "globalThis.page?.ready && document.getElementById('cover').hidden");
  }
  rests(words = "rest") {
    return this.until(words, "(() => { const at = JSON.parse(Module.ccall('page_controls', 'string', [], [])); return at.rests; })()");
  }
  async mouse(type, x, y, more = {}) {
    await this.send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1, ...more });
  }
  async middle(name) {
    const area = (await this.controls()).controls[name];
    if (!area) throw new Error(`there is no control ${name}`);
    return [area[0] + area[2] / 2, area[1] + area[3] / 2];
  }
  async click(name) {
    const [x, y] = await this.middle(name);
    await this.mouse("mouseMoved", x, y);
    await sleep(60);
    await this.mouse("mousePressed", x, y);
    await sleep(60);
    await this.mouse("mouseReleased", x, y);
    await sleep(120);
  }
  async key(key, { code = "", modifiers = 0, text } = {}) {
    const named = { " ": 32, Enter: 13, Escape: 27, ArrowRight: 39, ArrowLeft: 37, F1: 112 };
    const windowsVirtualKeyCode = named[key] ?? key.toUpperCase().charCodeAt(0);
    const typed = text ?? (key.length === 1 && !modifiers ? key : undefined);
    await this.send("Input.dispatchKeyEvent", { type: typed ? "keyDown" : "rawKeyDown", key, code, modifiers, windowsVirtualKeyCode, text: typed });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers, windowsVirtualKeyCode });
    await sleep(120);
  }
  async picture(name) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(path.join(pictures, name + ".png"), Buffer.from(data, "base64"));
  }
  state() {
    return this.value("page.lineOfAddress()");
  }
}

function same(what, is, wanted) {
  if (is !== wanted) throw new Error(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}
function holds(what, is) {
  if (!is) throw new Error(what);
}

// --- cases
const known = fs.readFileSync(path.join(site, "..", "lessons"), "utf8").trim().split("\n");

const cases = {
  async lessons_open_by_link(tab) {
    for (const lesson of known) {
      await tab.open(lesson);
      await tab.rests(`${lesson} opened by its link`);
      const line = (await tab.controls()).state;
      holds(`${lesson} opens ${line}`, line.startsWith(lesson + "/"));
      await tab.picture(`lesson-${lesson}`);
    }
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
  async a_picture_is_kept_as_a_download(tab) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "warplens-kept-"));
    await tab.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await tab.open("transpose/copy", { fresh: true });
    await tab.rests();
    for (const form of [0, 1]) {
      await tab.key("s", { modifiers: 2 });
      await sleep(300);
      if (form === 1) {
        const area = (await tab.controls()).controls["keep.form"] ?? (await tab.controls()).controls["keep.form.1"];
        if (area) await tab.mouse("mouseMoved", 0, 0);
      }
      await tab.picture("keep-sheet");
      await tab.click("keep.go");
      await sleep(1500);
    }
    const files = fs.readdirSync(folder);
    const png = files.find((file) => file.endsWith(".png"));
    holds(`a PNG was downloaded: ${files}`, png);
    holds("it is one", fs.readFileSync(path.join(folder, png)).subarray(1, 4).toString() === "PNG");
    fs.rmSync(folder, { recursive: true });
  },
  async nothing_is_drawn_when_nothing_changes(tab) {
    await tab.open("memories", { fresh: true });
    await tab.rests();
    await sleep(9000);
    const before = await tab.value("Module._page_frames()");
    await sleep(3000);
    same("frames while nothing happens", await tab.value("Module._page_frames()"), before);
  },
  async words_are_there_for_a_reader(tab) {
    await tab.open("reduction/interleaved", { fresh: true });
    await tab.rests();
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
    }
  });
browser.end();
await attempt("a_page_without_webgl", without_webgl);
console.log([...sent].map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(0)} KB`).join(", ") + " gzip");
server.close();
process.exit(failed ? 1 : 0);
