// A Chromium without a window, driven by its DevTools protocol, and what a person does in one of its tabs.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
export const at = { home: "", pictures: "" }; // where the page is, and where pictures of it go

export class Browser {
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
    const tab = new Tab(this, sessionId, targetId);
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

export class Tab {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, said: [] });
    browser.listeners.push((message) => {
      if (message.sessionId !== session) return;
      if (message.method === "Runtime.consoleAPICalled") this.said.push(message.params.args.map((arg) => arg.value).join(" "));
      if (message.method === "Runtime.exceptionThrown") this.said.push(message.params.exceptionDetails.exception?.description);
    });
  }
  send(method, params) {
    return this.browser.send(method, params, this.session);
  }
  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(expression + ": " + (exceptionDetails.exception?.description ?? exceptionDetails.text));
    return result.value;
  }
  async until(what, expression, seconds = 120) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await this.value(expression)) return;
    throw new Error(`not within ${seconds} s: ${what}; the page says "${await this.value("document.body.innerText.slice(0, 300)")}" ` +
      this.said.slice(-3).join(" | "));
  }
  controls() {
    return this.value("JSON.parse(Module.ccall('page_controls', 'string', [], []))");
  }
  async open(line, { fresh = false, home = at.home } = {}) {
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
  async touch(type, ...points) {
    await this.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await sleep(50);
  }
  async control(wanted) {
    return Object.keys((await this.controls()).controls).find((name) => wanted.test(name));
  }
  // How long the program took for each of its frames.
  time_frames() {
    return this.value(`globalThis.frame_times = []; (() => { const step = Module._page_step; Module._page_step = () => {
      const begun = performance.now(), due = step(); frame_times.push(performance.now() - begun); return due; }; })()`);
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
  // Ctrl and a letter, until the sheet that it opens has what is asked for.
  async sheet(letter, control) {
    await this.rests("what was there before the sheet");
    await this.key(letter, { modifiers: 2 });
    await this.until(control, `${JSON.stringify(control)} in JSON.parse(Module.ccall('page_controls', 'string', [], [])).controls`);
  }
  async picture(name) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(path.join(at.pictures, name + ".png"), Buffer.from(data, "base64"));
  }
  state() {
    return this.value("page.lineOfAddress()");
  }
}
