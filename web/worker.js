// Keeps every file of the page, so that it opens without a net. pack.py writes the list of files in front, each with what its
// content hashes to: what did not change is not fetched again, and the page asks for each file by that.
const kept_in = "warplens-" + files.join();
const place_of = (file) => new URL(file, registration.scope).href;

// Of the two editions of the program the one that this server's headers allow.
const not_used = (file) => file.startsWith(self.crossOriginIsolated ? "warplens." : "warplens_threads.");

async function keep_all() {
  const cache = await caches.open(kept_in);
  for (const file of files) {
    if (not_used(file)) continue;
    const had = await caches.match(place_of(file));
    if (had && file.includes("?")) await cache.put(place_of(file), had);
    else await cache.add(place_of(file));
  }
  await self.skipWaiting();
}

async function forget_others() {
  for (const name of await caches.keys()) if (name.startsWith("warplens-") && name !== kept_in) await caches.delete(name);
  await self.clients.claim();
}

// Pages as they are now where there is a net; what is named by its content is never another.
async function answered(request) {
  const cache = await caches.open(kept_in);
  const place = request.url.replace(/#.*/, "").replace(/\/$/, "/index.html");
  const had = await cache.match(place);
  if (had && place.includes("?")) return had;
  try {
    return await fetch(request);
  } catch (no_net) {
    if (had) return had;
    throw no_net;
  }
}

addEventListener("install", (event) => event.waitUntil(keep_all()));
addEventListener("activate", (event) => event.waitUntil(forget_others()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answered(event.request));
});
