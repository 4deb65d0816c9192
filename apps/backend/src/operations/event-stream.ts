import { DISPATCH_EVENT_ACCESS, type DispatchEvent } from '@despacho/contracts/dispatch';
import { EVENT_ACCESS, type LiveEvent, liveEvent, mayUse, RESET_EVENT } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import { type Response } from 'express';
import { type StoredEvent } from '../events/events-repository.ts';
import { followEvents, type Step } from '../events/follow-events.ts';
import { type Services } from '../services.ts';

/**
 * A stream ends by itself before its assertion is a minute old, and the reader comes back with a fresh one: that is how
 * a permission or an account that was taken away stops an open stream too. `Last-Event-ID` makes the seam invisible.
 */
const STREAM_LIFE_MS = 55_000;
/** Proxies give up on a silent connection after 30 s at the earliest. */
const HEARTBEAT_MS = 15_000;
/** What the reader waits before coming back. */
const RETRY_MS = 1000;

export interface StreamTimes {
  lifeMs?: number;
  heartbeatMs?: number;
}

const isAbout = (event: LiveEvent, claims: AssertionClaims): boolean =>
  event.officeId === claims.officeId && event.subject.username.toLowerCase() === claims.username.toLowerCase();

/** Whether someone may know of an event: by module, or because it is about them. Unknown kinds are for nobody. */
function isFor(claims: AssertionClaims, { type, data }: StoredEvent): boolean {
  // A batch brings a thousand of these to every reader: who may know of one depends on nothing but its type.
  if (Object.hasOwn(DISPATCH_EVENT_ACCESS, type))
    return mayUse(DISPATCH_EVENT_ACCESS[type as DispatchEvent['type']], claims.modules);
  const { success, data: event } = liveEvent.safeParse(data);
  return success && (mayUse(EVENT_ACCESS[event.type], claims.modules) || isAbout(event, claims));
}

/** What is told of an event, written out once for all who read it. */
const texts = new WeakMap<StoredEvent, string>();

function textOf(event: StoredEvent): string {
  const before = texts.get(event);
  if (before !== undefined) return before;
  const text = JSON.stringify(event.data);
  texts.set(event, text);
  return text;
}

function toText(step: Step): string {
  if (step.kind === 'event') return `id: ${step.cursor}\ndata: ${textOf(step.event)}\n\n`;
  // An id without data moves the browser's Last-Event-ID and raises no event.
  if (step.kind === 'place') return `id: ${step.cursor}\n\n`;
  return `event: ${RESET_EVENT}\nid: ${step.cursor}\ndata: {}\n\n`;
}

/** Waits until the reader has taken what was written, so that a slow one does not fill our memory. */
async function write(response: Response, text: string, signal: AbortSignal): Promise<void> {
  if (response.write(text) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    signal.addEventListener('abort', done);
  });
}

/** Writes the live events of `officeIds` to a response until the reader leaves, the stream's life ends or `stop` fires. */
export async function streamEvents(
  services: Services,
  response: Response,
  reader: { claims: AssertionClaims; officeIds: readonly string[]; lastEventId?: string | undefined },
  stop: AbortSignal,
  { lifeMs = STREAM_LIFE_MS, heartbeatMs = HEARTBEAT_MS }: StreamTimes = {},
): Promise<void> {
  const left = new AbortController();
  response.on('close', () => {
    left.abort();
  });
  const signal = AbortSignal.any([stop, left.signal, AbortSignal.timeout(lifeMs)]);

  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  const unfollow = mayUse(DISPATCH_EVENT_ACCESS['presence.told'], reader.claims.modules)
    ? services.presence.follow(reader.officeIds, reader.claims.sub, (event) => {
        // Told again in seconds, so that a slow reader does not get a heap of it.
        if (!response.writableNeedDrain && !response.writableEnded)
          response.write(`data: ${JSON.stringify(event)}\n\n`);
      })
    : undefined;
  const heartbeat = setInterval(() => response.write(': \n\n'), heartbeatMs);
  try {
    const steps = followEvents(services, reader.officeIds, {
      ...(reader.lastEventId !== undefined && { lastEventId: reader.lastEventId }),
      isFor: (event) => isFor(reader.claims, event),
      signal,
    });
    for await (const step of steps) await write(response, toText(step), signal);
  } finally {
    unfollow?.();
    clearInterval(heartbeat);
    response.end();
  }
}
