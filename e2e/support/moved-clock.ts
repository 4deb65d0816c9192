import { rmSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { clockSocket } from './clock-socket.ts';

/*
 * Loaded into a gateway or a backend before its own code (`--import`): a clock that a test can move, so that sessions
 * reach their limits immediately. CLOCK_MOVED_MS moves it from the start. Everything else runs as in production.
 */

const RealDate = Date;
let moved = Number(process.env['CLOCK_MOVED_MS'] ?? 0);

class MovedDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(RealDate.now() + moved);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + moved;
  }

  /** Dates that come from another thread are of the original class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}
globalThis.Date = MovedDate as DateConstructor;

// Node adds its own Date header to responses and caches it for a second.
const answers = ServerResponse.prototype as {
  writeHead: (this: ServerResponse, ...given: unknown[]) => ServerResponse;
};
const { writeHead } = answers;
answers.writeHead = function (...given) {
  if (!this.headersSent && this.sendDate) this.setHeader('Date', new MovedDate().toUTCString());
  return writeHead.apply(this, given);
};

/** `POST /<milliseconds>` moves the clock. */
const mover = createServer((request, response) => {
  moved += Number(request.url?.slice(1));
  response.end(() => request.socket.end());
});
// The threads and the commands of a backend start with the same options.
if (isMainThread && process.argv.length === 2) {
  const socket = clockSocket(process.env['PORT'] ?? '');
  rmSync(socket, { force: true });
  mover.listen(socket).unref();
}
