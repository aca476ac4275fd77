// Opens a table's page again without a network: the newest answer is kept, and what it loads stands beside it.
"use strict";
const STORE = "eldest-hand-tables-1";
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const keep = event.data && event.data.keep;
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep));
});

const keepAll = async (addresses) => {
  const store = await caches.open(STORE);
  await Promise.all(addresses.map(async (address) => {
    if (await store.match(address)) return;
    const response = await fetch(address, { credentials: "same-origin" });
    if (isOurs(response, address)) await store.put(address, response);
  }).map((work) => work.catch(() => undefined)));
};

// The site marks its pages of tables. What has no mark was said by somebody on the way: a proxy's error, a guest
// network's own page. It is as good as no network.
const isTable = (response) => response.headers.has("X-Table-Page");
const isOurs = (response, address) =>
  response.ok && !response.redirected && (isTable(response) || (isStatic(new URL(address)) && !response.headers.get("Content-Type")?.startsWith("text/html")));

const isPage = (request, url) => request.mode === "navigate" && url.pathname.startsWith("/tables/");
const isStatic = (url) => url.pathname.startsWith("/static/");

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (isPage(request, url)) event.respondWith(page(request, url));
  else if (isStatic(url)) event.respondWith(asset(request));
});

// The page is kept without its query: every hand is in it. An ended link takes its copy away.
const page = async (request, url) => {
  const store = await caches.open(STORE);
  const name = url.origin + url.pathname;
  const kept = await store.match(name);
  const fetched = fetch(request).then(async (response) => {
    if (!isTable(response) || response.status >= 500) return kept || response;
    if (response.ok) await store.put(name, response.clone());
    else if ([404, 410].includes(response.status)) await store.delete(name);
    return response;
  });
  if (!kept) return fetched;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fetched.catch(() => kept), late]);
};

const asset = async (request) => {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (isOurs(response, request.url)) await store.put(request, response.clone());
  return response;
};
