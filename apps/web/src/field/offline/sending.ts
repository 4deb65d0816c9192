import { serviceWorkers } from '#shared/browser/service-workers.ts';
import { type NewItem, queueOf } from './queue.ts';
import * as calls from '../field-calls.ts';
import { drain, exclusively } from './drain.ts';
import { nextAttemptAt, reportVisit, waitOf } from './sender.ts';
import { accept, end } from './session.ts';
import { channel, day, db, show, showProgress } from './shown.ts';
import { holdUpdates } from './updates.ts';

/** Between two runs. */
const SHORTEST_WAIT_MS = 1000;

let failures = 0;
let running: Promise<void> | undefined;
let isWanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  let result: Awaited<ReturnType<typeof drain>> = 'idle';
  while (isWanted) {
    isWanted = false;
    result = await drain({
      db: await db(),
      report: (progress) => {
        channel.postMessage(progress ?? 'queue');
        void showProgress(progress);
      },
      onSession: accept,
    });
  }
  await showProgress(undefined);
  if (result === 'disconnected') await end('ended');
  else if (result === 'wait') {
    timer = setTimeout(() => void send(), waitOf(failures));
    failures += 1;
  } else {
    failures = 0;
    const at = nextAttemptAt(await queueOf(await db()).rows(), day.session?.courierId);
    if (at !== undefined) timer = setTimeout(() => void send(), Math.max(at - Date.now(), SHORTEST_WAIT_MS));
  }
}

/** Sends the queue, until it is empty or the service cannot be reached; then again later. */
export function send(): Promise<void> {
  isWanted = true;
  running ??= sendAll().finally(() => {
    running = undefined;
    // Something was stored while the last attempt was ending.
    if (isWanted) void send();
  });
  return running;
}

/** Sends now, if an earlier attempt failed and waits: the service can be reached again. */
export function sendIfDelayed(): void {
  if (failures > 0) sendImmediately();
}

/** Sends without waiting for the time of the next attempt. */
export function sendImmediately(): void {
  failures = 0;
  void send();
}

/** Sends now, and repeats what failed. */
export async function sendNow(): Promise<void> {
  const queue = queueOf(await db());
  // Inside the lock: a row that another tab or the service worker is sending now would be sent twice.
  await exclusively(async () => {
    for (const { seq, state, courierId } of await queue.rows())
      if ((state === 'failed' || state === 'waiting') && courierId === day.session?.courierId)
        await queue.update(seq, { state: 'waiting', problem: null, tries: 0, nextAt: 0 });
  });
  failures = 0;
  await send();
}

/**
 * Shows the office a visit that could not be sent: it opens a «Por revisar» with its facts, and its photos follow.
 * @throws FieldFailure if that failed too.
 */
export async function showToOffice(id: string): Promise<void> {
  const queue = queueOf(await db());
  const courierId = day.session?.courierId ?? '';
  await exclusively(async () => {
    const row = (await queue.rows()).find((each) => each.id === id && each.courierId === courierId);
    const ports = { queue, calls, courierId, now: Date.now, report: () => undefined };
    if (row && row.state !== 'sent') await reportVisit(ports, row);
  });
  channel.postMessage('queue');
  await show();
  void send();
}

/** Gives up a failed item with its photos, after the courier confirmed that. */
export async function discard(id: string): Promise<void> {
  const queue = queueOf(await db());
  for (const row of await queue.rows())
    if ((row.id === id && row.state === 'failed') || (row.after === id && row.kind === 'photo'))
      await queue.remove(row);
  channel.postMessage('queue');
  await show();
}

/** Lets the browser send the queue after this page is closed, where it can. */
async function requestSync(): Promise<void> {
  // Without an address it would be that of <base href>, which is outside of the worker's scope.
  const registration = await serviceWorkers()?.getRegistration(location.href);
  const sync = (registration as { sync?: { register: (tag: string) => Promise<void> } } | undefined)?.sync;
  await sync?.register('send');
}

/** Stores items durably and begins to send them. */
export async function enqueue(items: readonly NewItem[]): Promise<void> {
  if (!day.session) throw new Error('no courier is connected');
  const release = holdUpdates();
  try {
    await queueOf(await db()).add(day.session.courierId, items, Date.now());
  } finally {
    release();
  }
  channel.postMessage('queue');
  await show();
  requestSync().catch(() => undefined);
  void send();
}
