import { type DestinationStream } from 'pino';

/** Marks the line of an answered request, as access-log.ts writes it. */
const ORDINARY = '"event":"request"';

/**
 * How long a line may be buffered, in milliseconds. A system call per line took a twentieth of the cost of a proxied
 * read; a killed process loses at most these lines.
 */
const MAX_DELAY_MS = 10;

/** Buffered characters that cause an immediate write: about what a pipe accepts in one write. */
const MANY = 32 * 1024;

/**
 * Buffers lines about answered requests for a few milliseconds: one system call instead of one each. Every other line
 * is written synchronously after the buffered ones, so that the record of a change exists before the change is made.
 * @param out writes synchronously.
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
      // The timer does not keep the process alive; its exit writes the rest.
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
  };
}
