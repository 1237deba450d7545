// Keeps the site for visits without a network. `make site` fills in its files.
//
// Files whose names have a hash of their content never change: they are taken from what is
// kept. All others are asked for at the host first, so that a visit after an update has the
// new page, and with it the new engine; without a network they, too, are what was kept.

// This is /*VERSION*/.
const files = /*FILES*/[];
const store = "blindsight";

const lasting = /(^|\/)(assets\/|engine-|starter-|answers-)/;
const whole = (name) => new URL(name, registration.scope).href;

addEventListener("install", (event) => event.waitUntil(keep()));

// One by one, so that nobody who plays waits for it; what is there already is not loaded again.
async function keep() {
  const cache = await caches.open(store);
  for (const name of files) {
    if (lasting.test(name) && (await cache.match(whole(name)))) continue;
    await cache.add(new Request(whole(name), { cache: lasting.test(name) ? "default" : "reload" }));
  }
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(clear()));

// Files of earlier versions are not asked for any more, but by pages that are still open:
// those have loaded theirs.
async function clear() {
  const cache = await caches.open(store);
  const wanted = new Set(files.map(whole));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const path = request.url.slice(registration.scope.length).replace(/[?#].*$/, "");
  event.respondWith(lasting.test(path) ? kept(request, request.url) : fresh(request, whole(path || "index.html")));
});

async function kept(request, url) {
  const cache = await caches.open(store);
  return (await cache.match(url)) ?? fetch(request);
}

async function fresh(request, url) {
  const cache = await caches.open(store);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(url, response.clone());
    return response;
  } catch (problem) {
    const old = await cache.match(url);
    if (old) return old;
    throw problem;
  }
}
