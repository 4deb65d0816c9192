import { DISPATCH_EVENT_ACCESS, type DispatchEvent } from '@despacho/contracts/dispatch';
import { EVENT_ACCESS, HEARTBEAT_HEADER, type LiveEvent, liveEvent, mayUse, RESET_EVENT } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import { type Response } from 'express';
import { type StoredEvent } from '#platform/events/events-repository.ts';
import { followEvents, type Step } from '#platform/events/follow-events.ts';
import { followFigures } from '#insight/figures/figures-signal.ts';
import { type Services } from '../services.ts';

/**
 * A stream ends before its assertion is a minute old, and the client reconnects with a new one: that is how revoking a
 * permission or an account affects open streams. With `Last-Event-ID` nothing is missed.
 */
const STREAM_LIFE_MS = 55_000;
/** A page shows «Sin conexión» after two and a half of them. Proxies close an idle connection after 30 s at the earliest. */
const HEARTBEAT_MS = 6000;
/** Reconnection time of the client. */
const RETRY_MS = 1000;

export interface StreamTimes {
  lifeMs?: number;
  heartbeatMs?: number;
}

const isAbout = (event: LiveEvent, claims: AssertionClaims): boolean =>
  event.officeId === claims.officeId && event.subject.username.toLowerCase() === claims.username.toLowerCase();

/** Whether someone may see an event: by module, or because it is about them. Unknown types are visible to nobody. */
function isFor(claims: AssertionClaims, { type, data }: StoredEvent): boolean {
  // Checked by type first: a batch sends a thousand of these to every reader.
  if (Object.hasOwn(DISPATCH_EVENT_ACCESS, type))
    return mayUse(DISPATCH_EVENT_ACCESS[type as DispatchEvent['type']], claims.modules);
  const { success, data: event } = liveEvent.safeParse(data);
  return success && (mayUse(EVENT_ACCESS[event.type], claims.modules) || isAbout(event, claims));
}

/** The serialized text of each event, shared by its readers. */
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
  // An id without data updates the browser's Last-Event-ID without raising an event.
  if (step.kind === 'place') return `id: ${step.cursor}\n\n`;
  return `event: ${RESET_EVENT}\nid: ${step.cursor}\ndata: {}\n\n`;
}

/** Waits until the client has read what was written, so that a slow one does not fill our memory. */
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

/**
 * Writes the live events of `officeIds` to a response until the client disconnects, the stream's lifetime ends or
 * `stop` fires.
 */
export async function streamEvents(
  services: Services,
  response: Response,
  reader: { claims: AssertionClaims; officeIds: readonly string[]; lastEventId?: string | undefined },
  stop: AbortSignal,
  { lifeMs = STREAM_LIFE_MS, heartbeatMs = HEARTBEAT_MS }: StreamTimes = {},
): Promise<void> {
  const left = new AbortController();
  response.on('close', () => left.abort());
  const signal = AbortSignal.any([stop, left.signal, AbortSignal.timeout(lifeMs)]);

  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    [HEARTBEAT_HEADER]: Math.ceil(heartbeatMs / 1000),
  });
  const isReady = () => !response.writableNeedDrain && !response.writableEnded;
  response.write(`retry: ${RETRY_MS}\n\n`);
  const unfollow = mayUse(DISPATCH_EVENT_ACCESS['presence.told'], reader.claims.modules)
    ? services.presence.follow(reader.officeIds, reader.claims.sub, (event) => {
        // Dropped for a slow client: reports repeat within seconds.
        if (isReady()) response.write(`data: ${JSON.stringify(event)}\n\n`);
      })
    : undefined;
  const unfollowPositions = mayUse(DISPATCH_EVENT_ACCESS['positions.moved'], reader.claims.modules)
    ? services.positionBoard.follow(reader.officeIds, {
        isReady,
        send: (message) => response.write(`data: ${message}\n\n`),
      })
    : undefined;
  const unfollowFigures = mayUse(DISPATCH_EVENT_ACCESS['figures.changed'], reader.claims.modules)
    ? followFigures(services.feed, reader.officeIds, (message) => {
        // Dropped for a slow client, whose page also refetches them.
        if (isReady()) response.write(`data: ${message}\n\n`);
      })
    : undefined;
  const unfollowAttention = mayUse(DISPATCH_EVENT_ACCESS['attention.moved'], reader.claims.modules)
    ? services.attention.follow(reader.officeIds, (message) => {
        if (!isReady()) return false;
        response.write(`data: ${message}\n\n`);
        return true;
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
    unfollowPositions?.();
    unfollowFigures?.();
    unfollowAttention?.();
    clearInterval(heartbeat);
    response.end();
  }
}
