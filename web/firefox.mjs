// The page in a real Firefox, driven by WebDriver BiDi: it opens by a link, follows keys and goes back. It needs a display:
// without one Firefox has no WebGL.
//   web/toolchain xvfb-run -a node --experimental-websocket web/firefox.mjs SITE PICTURES
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { Served } from "./served.mjs";

const [site, pictures] = process.argv.slice(2);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
fs.mkdirSync(pictures, { recursive: true });

class Firefox {
  waiting = new Map();
  count = 0;
  static async start() {
    const firefox = new Firefox();
    firefox.folder = fs.mkdtempSync(path.join(os.tmpdir(), "warplens-firefox-"));
    fs.writeFileSync(path.join(firefox.folder, "user.js"), 'user_pref("webgl.force-enabled", true);\n'); // without a GPU, too
    firefox.process = spawn("firefox-esr", ["--no-remote", "--remote-debugging-port", "0", "--profile", firefox.folder],
      { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((found, lost) => {
      let text = "";
      firefox.process.stderr.on("data", (data) => {
        text += data;
        const line = text.match(/WebDriver BiDi listening on (\S+)/);
        if (line) found(line[1]);
      });
      firefox.process.on("exit", () => lost(new Error("firefox ended: " + text)));
    });
    firefox.socket = new WebSocket(address + "/session");
    firefox.socket.onmessage = ({ data }) => firefox.heard(JSON.parse(data));
    await new Promise((open) => (firefox.socket.onopen = open));
    await firefox.send("session.new", { capabilities: {} });
    firefox.context = (await firefox.send("browsingContext.getTree", {})).contexts[0].context;
    await firefox.send("browsingContext.setViewport", { context: firefox.context, viewport: { width: 1366, height: 768 } });
    return firefox;
  }
  heard({ id, type, result, message }) {
    const waits = this.waiting.get(id);
    this.waiting.delete(id);
    if (waits) type === "success" ? waits.done(result) : waits.failed(new Error(message));
  }
  send(method, params) {
    const id = ++this.count;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }
  async value(expression) {
    const { result, exceptionDetails } = await this.send("script.evaluate",
      { expression: `JSON.stringify(${expression})`, target: { context: this.context }, awaitPromise: true });
    if (exceptionDetails) throw new Error(expression + ": " + exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }
  async until(what, expression, seconds = 120) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) if (await this.value(expression)) return;
    throw new Error(`not within ${seconds} s: ${what}; the page says "${await this.value("document.body.innerText.slice(0, 300)")}"`);
  }
  async state() {
    return (await this.value("JSON.parse(Module.ccall('page_controls', 'string', [], []))")).state;
  }
  rests() {
    return this.until("rest", "JSON.parse(Module.ccall('page_controls', 'string', [], [])).rests");
  }
  async open(url) {
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "none" });
    await this.until("the page's first picture", "globalThis.page?.ready && document.getElementById('cover').hidden");
    await this.rests();
  }
  async key(value) {
    const actions = [{ type: "keyDown", value }, { type: "keyUp", value }];
    await this.send("input.performActions", { context: this.context, actions: [{ type: "key", id: "keys", actions }] });
    await sleep(300);
    await this.rests();
  }
  async picture(name) {
    const { data } = await this.send("browsingContext.captureScreenshot", { context: this.context });
    fs.writeFileSync(path.join(pictures, name + ".png"), Buffer.from(data, "base64"));
  }
  end() {
    this.process.removeAllListeners("exit");
    this.process.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function holds(what, is) {
  if (!is) throw new Error(what);
}

async function page_is_used(firefox, home) {
  await firefox.open(home + "#reduction/sequential+--at+2");
  const opened = await firefox.state();
  holds(`the link opens ${opened}`, opened.startsWith("reduction/sequential"));
  await firefox.picture("firefox");
  const right = "\uE014", step = (line) => Number(/--at .*?step=(\d+)/.exec(line)?.[1] ?? 1);
  await firefox.key(right);
  holds(`→ goes to ${await firefox.state()}`, step(await firefox.state()) === step(opened) + 1);
  await firefox.key("k");
  await firefox.key("2");
  holds(`K 2 goes to ${await firefox.state()}`, (await firefox.state()).startsWith("reduction/strided"));
  await firefox.value("history.back()");
  await sleep(500);
  await firefox.rests();
  holds(`back goes to ${await firefox.state()}`, (await firefox.state()).startsWith("reduction/sequential"));
}

const served = new Served(site);
const home = await served.listen();
const begun = Date.now();
let failed = 0;
const firefox = await Firefox.start();
try {
  await page_is_used(firefox, home);
  console.log(`ok    the_page_is_used_in_firefox  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
} catch (why) {
  failed = 1;
  console.log(`FAILS the_page_is_used_in_firefox: ${why.message}`);
  await firefox.picture("failed-firefox").catch(() => {});
}
firefox.end();
await served.close();
process.exit(failed);
