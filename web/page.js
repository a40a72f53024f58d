// The page around the program: loads it with a progress bar, hands it what happens (app/web/surface.cpp), asks it for frames
// that are due (app/web/main.cpp), and keeps what a browser keeps: the address, settings, downloads, the clipboard.
"use strict";

const element = (id) => document.getElementById(id);
const a_notch_apart = 1.1; // how much farther two fingers are apart for one notch of a wheel
const settings_folder = "/settings/warplens";
const kept_as = "warplens:";

// --- frames: one at a time, and only where one is due
const frames = {
  asked: 0,
  timer: 0,
  wake() {
    if (!this.asked && !this.ended) this.asked = requestAnimationFrame(() => this.step());
  },
  step() {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    clearTimeout(this.timer);
    let due = 1e9;
    try {
      due = Module._page_step();
    } catch (trouble) {
      this.ended = true;
      return failed("The program stopped: " + trouble + ". Load the page again: it opens where it was.");
    }
    if (!element("cover").hidden) performance.mark("first picture");
    element("cover").hidden = true;
    keep_settings();
    if (due <= 0) this.wake();
    else if (due < 86400) this.timer = setTimeout(() => this.wake(), due * 1000);
  },
};

// --- what the program calls
const page = {
  canvas: element("canvas"),
  ready: false,
  wake: () => frames.wake(),
  pointAs(name) { this.canvas.style.cursor = name; },
  copyText(text) {
    const by_hand = () => {
      const field = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
      field.select();
      document.execCommand("copy");
      field.remove();
      this.canvas.focus();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(by_hand);
    else by_hand();
  },
  copyPicture(bytes) {
    if (!navigator.clipboard || !globalThis.ClipboardItem) return false;
    const picture = new Blob([bytes], { type: "image/png" });
    navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]).catch((why) => notice("Not copied: " + why.message));
    return true;
  },
  offer(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  chooseFile: () => element("file").click(),
  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  },
  lineOfAddress: () => line_of(location.hash),
  told: (line, depth) => address.told(line, depth),
  spoken: (words) => speak(words),
};
globalThis.page = page;

function notice(words) {
  element("notice").textContent = words;
}

// --- the address: the line of state, with steps back and forwards as the program's undo and redo
const line_of = (hash) => {
  try {
    return decodeURIComponent(hash.replace(/^#/, "").replaceAll("+", " "));
  } catch {
    return "";
  }
};
const hash_of = (line) =>
  "#" + encodeURIComponent(line).replaceAll("%20", "+").replace(/%(2F|3D|2C|3A|40)/g, (sign) => decodeURIComponent(sign));

const address = {
  session: Math.random().toString(36).slice(2),
  line: "",
  depth: -1,
  timer: 0,
  opened: false, // by hand, or of another visit: what comes is no step of its own
  told(line, depth) {
    const step = depth - this.depth;
    const first = this.depth < 0;
    this.line = line;
    this.depth = depth;
    const here = history.state;
    if (!first && step > 0 && !this.opened && !(here && here.session === this.session && here.depth >= depth))
      return this.write("pushState");
    this.opened = false;
    // Undo within the program: the browser's own place goes along.
    if (!first && step < 0 && here && here.session === this.session && here.depth > depth) return history.go(depth - here.depth);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write("replaceState"), first ? 0 : 250); // browsers count how often
  },
  write(how) {
    clearTimeout(this.timer);
    history[how]({ session: this.session, depth: this.depth }, "", hash_of(this.line));
  },
  gone_to(state) {
    if (state && state.session === this.session) {
      if (state.depth !== this.depth) this.depth = Module._page_go_back(this.depth - state.depth);
      if (this.depth === state.depth) return;
    }
    const line = line_of(location.hash);
    if (line === this.line) return;
    this.opened = true;
    Module.ccall("page_open", null, ["string"], [line]);
  },
};
addEventListener("popstate", (event) => page.ready && address.gone_to(event.state));

// --- settings: files of a folder, kept by the browser between visits
const storage = (() => {
  try {
    return globalThis.localStorage;
  } catch {
    return null; // not allowed here: nothing is kept
  }
})();
const kept_times = new Map();

function restore_settings() {
  const { FS } = Module;
  FS.mkdirTree(settings_folder);
  for (let i = 0; storage && i < storage.length; ++i) {
    const name = storage.key(i);
    if (name.startsWith(kept_as)) FS.writeFile(settings_folder + "/" + name.slice(kept_as.length), storage.getItem(name));
  }
}

function keep_settings() {
  const { FS } = Module;
  if (!storage) return;
  for (const name of FS.readdir(settings_folder)) {
    if (name.startsWith(".")) continue;
    const path = settings_folder + "/" + name;
    const time = FS.stat(path).mtime.getTime();
    if (kept_times.get(name) === time) continue;
    kept_times.set(name, time);
    try {
      storage.setItem(kept_as + name, FS.readFile(path, { encoding: "utf8" }));
    } catch (full) {
      notice("The browser keeps no settings: " + full.message);
    }
  }
}

// What another page of this browser keeps is known here too: this one writes its own changes alone.
function kept_elsewhere({ storageArea, key }) {
  const text = storageArea === storage && key?.startsWith(kept_as) && storage.getItem(key); // and not what it was then
  if (!text) return;
  const name = key.slice(kept_as.length), path = settings_folder + "/" + name;
  Module.FS.writeFile(path, text);
  kept_times.set(name, Module.FS.stat(path).mtime.getTime());
}

// --- what the picture says, in words
function cells_of(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) => cell[2] ?? cell[1].replaceAll('""', '"'));
}

function speak(words) {
  const title = [words.lesson, words.kernel].filter(Boolean).join(": ");
  document.title = title ? title + " - Warplens" : "Warplens";
  element("words-title").textContent = [title, words.view].filter(Boolean).join(" - ");
  const plain = (text) => (text || "").replace(/\*([^*]+)\*/g, "$1"); // stars make letters bold in the picture
  element("words-claim").textContent = plain(words.refused || words.claim);
  element("words-sentence").textContent = plain(words.sentence);
  const rows = (words.table || "").trim().split("\n").filter(Boolean).map(cells_of);
  const table = element("words-table");
  table.replaceChildren();
  rows.forEach((cells, row) => {
    const line = table.insertRow();
    cells.forEach((text, column) => {
      const head = row === 0 || column === 0;
      const cell = document.createElement(head ? "th" : "td");
      if (head) cell.scope = row === 0 ? "col" : "row";
      cell.textContent = text;
      line.append(cell);
    });
  });
}

function toggle_words() {
  const shown = element("words").classList.toggle("shown");
  element("in-words").setAttribute("aria-expanded", shown);
  (shown ? element("words") : page.canvas).focus();
}

// --- what happens
function listen() {
  const { canvas } = page;
  const call = (name, ...values) => Module["_" + name](...values);
  const place = (event) => call("page_moved", event.offsetX, event.offsetY);
  const modifiers = (event) => call("page_modifiers", event.ctrlKey || event.metaKey, event.shiftKey);
  const press = (event) => {
    place(event);
    modifiers(event);
    call("page_button", event.button, 1);
  };

  // A finger presses nothing before it is known that no second one follows: two pinch.
  const fingers = new Map();
  let apart = 0, held_back = null;
  const press_now = () => {
    if (!held_back) return;
    clearTimeout(held_back.timer);
    press(held_back.event);
    held_back = null;
  };
  const two = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const pinch_begins = () => {
    if (held_back) clearTimeout(held_back.timer);
    else call("page_button", 0, 0);
    held_back = null;
    const { x, y, apart: now } = two();
    call("page_moved", x, y);
    apart = now;
  };
  const pinched = () => {
    const { x, y, apart: now } = two();
    const notches = Math.trunc(Math.log(now / apart) / Math.log(a_notch_apart));
    if (!notches) return;
    call("page_moved", x, y);
    call("page_wheel", notches);
    apart *= a_notch_apart ** notches;
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    if (event.pointerType !== "touch") return press(event);
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (fingers.size === 2) pinch_begins();
    else if (fingers.size === 1) held_back = { event, timer: setTimeout(press_now, 80) };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return place(event);
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (fingers.size === 2) return pinched();
    const far = held_back && Math.hypot(event.offsetX - held_back.event.offsetX, event.offsetY - held_back.event.offsetY) > 6;
    if (far) press_now();
    if (fingers.size === 1 && !held_back && !apart) place(event);
  });
  const released = (event) => {
    fingers.delete(event.pointerId);
    if (apart) { // the last finger of two drags nothing either
      if (!fingers.size) apart = 0, call("page_left");
      return;
    }
    press_now();
    place(event);
    call("page_button", event.button, 0);
    if (event.pointerType === "touch") setTimeout(() => call("page_left"), 100);
  };
  canvas.addEventListener("pointerup", released);
  canvas.addEventListener("pointercancel", released);
  canvas.addEventListener("pointerleave", (event) => event.buttons || event.pointerType === "touch" || call("page_left"));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    modifiers(event);
    const a_notch = event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? 1 : 100;
    call("page_wheel", -event.deltaY / a_notch);
  }, { passive: false });

  // Letters by what they mean on this layout; where that is no Latin one, by their place.
  const meant = (event) => {
    const latin = /^[\x20-\x7e]$/.test(event.key) ? event.key.toLowerCase() : event.key;
    if (latin.length === 1 && latin > "\x7e" && event.code.startsWith("Key")) return event.code.slice(3).toLowerCase();
    return latin;
  };
  const of_browser = (event) => event.altKey || event.metaKey || event.key === "F5" || event.key === "F11" || event.key === "F12" ||
    (event.ctrlKey && /^[rtwnlv]$/i.test(event.key));
  canvas.addEventListener("keydown", (event) => {
    if (event.isComposing || (of_browser(event) && !event.getModifierState("AltGraph"))) return;
    modifiers(event);
    const known = Module.ccall("page_key", "number", ["string", "number", "number", "number"],
      [meant(event), event.ctrlKey, event.shiftKey, event.repeat]);
    const typed = [...event.key].length === 1 && (!event.ctrlKey || event.getModifierState("AltGraph"));
    if (typed) Module.ccall("page_typed", null, ["string"], [event.key]);
    if (known || typed) event.preventDefault();
  });
  canvas.addEventListener("keyup", modifiers);
  addEventListener("paste", (event) => {
    if (document.activeElement === canvas)
      Module.ccall("page_pasted", null, ["string"], [event.clipboardData.getData("text/plain")]);
  });
  addEventListener("blur", () => call("page_modifiers", 0, 0));

  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) take_file(event.dataTransfer.files[0]);
  });
  element("open").addEventListener("click", page.chooseFile);
  element("file").addEventListener("change", (event) => {
    if (event.target.files.length) take_file(event.target.files[0]);
    event.target.value = "";
  });
  element("in-words").addEventListener("click", toggle_words);

  new ResizeObserver(fit).observe(canvas);
  matchMedia("(resolution: " + devicePixelRatio + "dppx)").addEventListener("change", fit);
  addEventListener("pagehide", keep_settings);
  addEventListener("storage", kept_elsewhere);
}

// The canvas has as many pixels as the screen has below it.
function fit() {
  const { canvas } = page;
  const width = Math.round(canvas.clientWidth * devicePixelRatio), height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  if (!page.ready) return;
  Module._page_changed();
  frames.step(); // at once: a canvas of another size is empty
}

const most_file_bytes = 16 << 20;

async function take_file(file) {
  if (/\.cu$/i.test(file.name))
    return notice("A browser has no compiler: nvcc -ptx " + file.name + " makes a .ptx that opens here; the desktop edition compiles by itself.");
  if (!/\.ptx$/i.test(file.name)) return notice(file.name + " is no .ptx file.");
  if (file.size > most_file_bytes) return notice(file.name + " is too large.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  Module.FS.mkdirTree("/own");
  const path = "/own/" + file.name.replace(/[^\w.-]/g, "_");
  Module.FS.writeFile(path, bytes);
  notice("");
  Module.ccall("page_dropped", null, ["string"], [path]);
  page.canvas.focus();
}

// --- the start
function failed(words) {
  element("cover").hidden = false;
  element("cover").classList.add("trouble");
  element("state").textContent = words;
  element("progress").hidden = true;
}

function lacking() {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) return "WebGL 2";
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return "";
}

// Of both files together, by how many bytes have come.
const loading = { parts: new Map(), show() {
  let have = 0, all = 0;
  for (const [got, of] of this.parts.values()) have += got, all += of;
  element("progress").value = all ? Math.min(1, have / all) : 0;
} };

async function fetched(name) {
  const [place, bytes] = globalThis.warplens.files[name];
  loading.parts.set(name, [0, bytes]);
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(name + ": " + answer.status);
  const reader = answer.body.getReader();
  const whole = new Uint8Array(bytes);
  let got = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole;
    whole.set(value, got);
    got += value.length;
    loading.parts.set(name, [got, bytes]);
    loading.show();
  }
}

// A table of contents, then all files behind each other: web/pack wrote it.
function unpack(bytes) {
  const { FS } = Module;
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const contents = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const [path, size] of contents) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(at, at + size));
    at += size;
  }
}

// What a lesson runs, and the times that were recorded of it. The first is there before the first picture.
const file_of = (lesson) => `lesson-${lesson}.data`;

function first_lesson() {
  const { lessons } = globalThis.warplens;
  const named = (line) => lessons.find((lesson) => lesson === /^"?(\w+)/.exec(line ?? "")?.[1]);
  const last = () => {
    try {
      return JSON.parse(storage?.getItem(kept_as + "settings.json")).state;
    } catch {
      return "";
    }
  };
  return named(page.lineOfAddress()) ?? named(last()) ?? lessons[0];
}

async function load_others(first) {
  for (const file of globalThis.warplens.lessons.map(file_of)) {
    if (file === first) continue;
    unpack(await fetched(file));
    await new Promise((rest) => (globalThis.requestIdleCallback ?? setTimeout)(rest));
    Module._page_files_came();
  }
  page.whole = true;
  navigator.serviceWorker?.register("worker.js").catch(() => {}); // where it may: from here on the page opens without a net
}

async function start() {
  const lacks = lacking();
  if (lacks)
    return failed("This browser has no " + lacks + ", which the picture is drawn with. A newer one has, or one whose settings " +
      "allow it; the desktop edition draws without a browser.");
  const lesson = file_of(first_lesson());
  const edition = globalThis.crossOriginIsolated ? "warplens_threads" : "warplens"; // as the server's headers allow
  const [program, ...files] = await Promise.all([edition + ".wasm", "first.data", lesson].map(fetched));
  globalThis.Module = {
    canvas: page.canvas,
    wasmBinary: program,
    print: (text) => console.log(text),
    printErr: (text) => console.error(text),
    onAbort: (why) => failed("The program stopped: " + why + ". Load the page again: it opens where it was."),
    preRun: [() => {
      Object.assign(Module.ENV, { WARPLENS_FONTS: "/warplens/fonts", XDG_CONFIG_HOME: "/settings", HOME: "/settings" });
      files.forEach(unpack);
      restore_settings();
      fit();
    }],
    onRuntimeInitialized: () => setTimeout(() => {
      page.ready = true;
      listen();
      page.canvas.focus();
      frames.wake();
      setTimeout(() => load_others(lesson).catch((trouble) => notice("Some lessons could not be loaded: " + trouble.message)), 1500);
    }),
  };
  const script = document.createElement("script");
  script.src = globalThis.warplens.files[edition + ".js"][0];
  document.body.append(script);
}

start().catch((trouble) => failed("The program could not be loaded: " + trouble.message));
