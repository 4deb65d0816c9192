import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable, type Writable } from 'node:stream';

/** Bounds of an open event stream, in milliseconds. */
export const STREAM_LIMITS = {
  /** For a browser to take what was under way when its stream ended: at most some hundred kilobytes. */
  ending: 5000,
  /** A client that takes nothing of what is there for it. As long as with any other answer (WIRE_LIMITS.silence). */
  stalled: 60_000,
  /** Without the session store nobody knows whether the session still exists; a permission lost works as late as this. */
  storeAway: 60_000,
};

export type StreamLimits = typeof STREAM_LIMITS;

/** Ends a stream's answer, and cuts its connection when the client does not take the rest in time. */
export function endWithin(req: IncomingMessage, res: ServerResponse, { ending }: StreamLimits): void {
  const cut = setTimeout(() => req.socket.destroy(), ending).unref();
  res.once('close', () => {
    clearTimeout(cut);
  });
  res.end();
}

/** Calls `end` once a client has taken nothing for too long although there is something for it. */
export function watchStalling(source: Readable, res: Writable, limits: StreamLimits, end: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  source.on('data', () => {
    if (res.writableNeedDrain) timer ??= setTimeout(end, limits.stalled).unref();
  });
  res.on('drain', clear);
  res.on('close', clear);
}
