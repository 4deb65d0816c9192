import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable, type Writable } from 'node:stream';

/** Limits of an open event stream, in milliseconds. */
export const STREAM_LIMITS = {
  /** Time for a browser to read what was still buffered when its stream ended: at most a few hundred kilobytes. */
  ending: 5000,
  /** For a client that does not read available data. The same as for any other response (WIRE_LIMITS.silence). */
  stalled: 60_000,
  /**
   * The longest time during an outage of the session store, when it is unknown whether the session still exists; also
   * the delay of a revoked permission.
   */
  storeAway: 60_000,
};

export type StreamLimits = typeof STREAM_LIMITS;

/**
 * Ends a stream's response, and closes its connection if the client does not read the rest in time.
 * @param out the stream to write to: the response, or its compressor.
 */
export function endWithin(req: IncomingMessage, res: ServerResponse, out: Writable, { ending }: StreamLimits): void {
  const cut = setTimeout(() => req.socket.destroy(), ending).unref();
  res.once('close', () => clearTimeout(cut));
  out.end();
}

/** Calls `end` when a client has read nothing for too long although there is data for it. */
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
