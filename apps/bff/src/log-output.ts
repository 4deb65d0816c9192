import { type DestinationStream } from 'pino';

/** The line of a request that has been answered, as access-log.ts writes it. */
const ORDINARY = '"event":"request"';

/**
 * How long a line may wait for others, in milliseconds. A system call for each line was a twentieth of what a proxied read
 * costs; nobody who reads a log notices a hundredth of a second, and that much is all a killed process takes along.
 */
const PATIENCE_MS = 10;

/** Characters that are not let wait for the time to be over: about what a pipe takes at once. */
const MANY = 32 * 1024;

/**
 * Lines about requests that have been answered are written together, a few milliseconds later: one system call instead of
 * one each. Every other line is written before the call returns, with what waits before it, so that what is told of a
 * change is there before the change is asked for.
 * @param out writes at once.
 */
export function writtenTogether(out: DestinationStream): DestinationStream {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const text = waiting;
    waiting = '';
    clearTimeout(timer);
    timer = undefined;
    if (text !== '') out.write(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (!line.includes(ORDINARY) || waiting.length > MANY) flush();
      // A process that has nothing else left to do ends, and writes them then.
      else timer ??= setTimeout(flush, PATIENCE_MS).unref();
    },
  };
}
