import { openChannel } from '#shared/browser/channel.ts';
import { openPhoneDb } from './database.ts';
import { drain } from './drain.ts';
import { nextAttemptAt } from './sender.ts';
import { answerTile } from './tile-cache.ts';
import { TAKE_OVER, UPDATES } from './updates.ts';

/*
 * The service worker of the courier's page: it serves the page's own files without a signal, and sends the queue when the
 * browser reports a connection after the page was closed. Of the API it stores only the map's tiles.
 */

interface WaitingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerFetchEvent extends WaitingEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

/** The used part of `ServiceWorkerGlobalScope`: TypeScript's types of it conflict with those of pages. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate' | 'sync', listener: (event: WaitingEvent) => void) => void) &
    ((type: 'fetch', listener: (event: WorkerFetchEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void);
}

/** Set by the build: the page's files, as paths under the gateway's `BASE_PATH`, and their common hash. */
declare const SHELL: { files: readonly string[]; version: string };

const worker = self as unknown as WorkerScope;

const CACHE_PREFIX = 'despacho-reparto-';
const CACHE = CACHE_PREFIX + SHELL.version;

/** The page itself, whose `<base>` the gateway has set. */
const page = worker.registration.scope;

/** Where the map's tiles are. */
const tiles = new URL('../api/field/tiles/', page).href;
const addressOf = (file: string): string => new URL(`../${file}`, page).href;
const addresses = new Set(SHELL.files.map(addressOf));

/** @throws Error if the gateway serves a page of another version, as in the middle of a deployment: the next check repeats it. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([
    cache.addAll([...addresses]),
    // Not from the browser's cache, which may hold the previous version.
    cache.add(new Request(page, { cache: 'reload' })),
  ]);
  const html = (await (await cache.match(page))?.text()) ?? '';
  const entry = /assets\/courier-[\w-]+\.js/.exec(html)?.[0];
  if (entry !== undefined && SHELL.files.includes(entry)) return;
  await caches.delete(CACHE);
  throw new Error('the page is of another version');
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('install', (event) => event.waitUntil(install()));

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});

/** @returns the stored file; from the network if the browser has removed it. */
async function fromShell(address: string, request: Request): Promise<Response> {
  return (await caches.match(address, { cacheName: CACHE })) ?? fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  const isPage = request.mode === 'navigate' && address === page;
  if (request.method === 'GET' && (isPage || addresses.has(address)))
    event.respondWith(fromShell(isPage ? page : address, request));
  else if (request.method === 'GET' && request.url.startsWith(tiles))
    event.respondWith(answerTile(request, ownerOf, (work) => event.waitUntil(work)));
});

/** @returns the courier of this phone; undefined if it is not connected. */
async function ownerOf(): Promise<string | undefined> {
  const db = await openPhoneDb();
  try {
    return (await db.get('session', 'session'))?.courierId;
  } finally {
    db.close();
  }
}

/** Sends the queue. @throws Error if something remains, so that the browser repeats it. */
async function sendQueue(): Promise<void> {
  const channel = openChannel('despacho-reparto');
  const db = await openPhoneDb();
  try {
    const result = await drain({
      db,
      report: (progress) => channel.postMessage(progress ?? 'queue'),
    });
    const { courierId } = (await db.get('session', 'session')) ?? {};
    const isLeft = nextAttemptAt(await db.getAll('queue'), courierId) !== undefined;
    if (result === 'wait' || isLeft) throw new Error('the service cannot be reached, or failed');
  } finally {
    db.close();
    channel.close();
  }
}

/*
 * The browser activates a new version only when this one has no pending event, and a call may wait for minutes. Calls can
 * be interrupted and repeated at any time; the page or the next version sends the rest.
 */
worker.addEventListener('sync', (event) => {
  const updates = openChannel(UPDATES);
  const stopped = new Promise<never>((_, reject) => {
    updates.addEventListener('message', () => reject(new Error('a new version takes over')));
  });
  event.waitUntil(Promise.race([sendQueue(), stopped]).finally(() => updates.close()));
});
