// A server of a page's static files on this machine, as a course's own would be, which counts what it sends.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";

const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

export class Served {
  sent = new Map(); // bytes of each file by gzip, of those that were asked for
  #packed = new Map();
  constructor(site, headers = {}) {
    this.server = http.createServer((request, answer) => {
      const name = decodeURIComponent(new URL(request.url, "http://here").pathname).slice(1) || "index.html";
      const file = path.join(site, name);
      if (name.includes("..") || !fs.existsSync(file) || !fs.statSync(file).isFile()) return answer.writeHead(404).end();
      if (!this.#packed.has(name)) this.#packed.set(name, zlib.gzipSync(fs.readFileSync(file), { level: 9 }));
      this.sent.set(name, this.#packed.get(name).length);
      answer.writeHead(200, { "content-type": kinds[path.extname(name)] ?? "application/octet-stream", "content-encoding": "gzip", ...headers });
      answer.end(this.#packed.get(name));
    });
  }
  // Its address; the port is any free one, but for a server that comes back at its old one.
  async listen(port = 0) {
    await new Promise((ready) => this.server.listen(port, "127.0.0.1", ready));
    this.port = this.server.address().port;
    return `http://127.0.0.1:${this.port}/`;
  }
  async close() {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
