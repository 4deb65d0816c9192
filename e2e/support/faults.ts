import { type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fault of a call to an upstream. */
export type Fault =
  | { kind: 'down' }
  | { kind: 'slow'; ms?: number }
  | { kind: 'status'; status: number; message?: string; html?: boolean }
  /** Answers 200 with this JSON. */
  | { kind: 'body'; body: unknown }
  /** Goes on to the upstream once `until` settles. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Reaches the upstream, but its response is lost. */
  | { kind: 'lost' }
  | { kind: 'garbage' }
  | { kind: 'cut' };

/** Longer than the gateway's limit (9.5 s) and the browser's (10 s). */
const TOO_SLOW_MS = 11_000;

const HALF_AN_ANSWER = '[{"id":"1","name":"Bodega';

/**
 * Answers in place of the upstream.
 * @returns whether it answered; a slow call goes on to the upstream after its delay.
 */
export async function act(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'down':
      response.socket?.destroy();
      return true;
    case 'slow':
      // waits: the limit of the gateway's process passes in real time
      await sleep(fault.ms ?? TOO_SLOW_MS);
      return response.destroyed;
    case 'status':
      response.writeHead(fault.status, { 'content-type': fault.html ? 'text/html' : 'application/json' });
      response.end(
        fault.html
          ? '<html><body><h1>nginx secret-host-7</h1></body></html>'
          : JSON.stringify({ message: fault.message ?? 'falla de prueba' }),
      );
      return true;
    case 'body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(fault.body));
      return true;
    case 'held':
      await fault.until;
      return response.destroyed;
    case 'lost':
      return false;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('<<< {"not": json');
      return true;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
      response.write(HALF_AN_ANSWER, () => response.socket?.destroy());
      return true;
  }
}
