// Keeps the site for visits without a network. `make site` fills in its files.
//
// The page itself is asked for at the host first, so that a visit after an update has the new
// one; without a network it is what was kept. All other files are what was kept: the page names
// its engine by a hash of the content, so that it never gets an old one.

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
  event.respondWith(request.mode === "navigate" ? fresh(request) : kept(request, whole(path)));
});

async function kept(request, url) {
  const cache = await caches.open(store);
  return (await cache.match(url)) ?? fetch(request);
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const cache = await caches.open(store);
    const old = await cache.match(whole(""));
    if (old) return old;
    throw problem;
  }
}
