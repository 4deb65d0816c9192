import { type DestinationStream } from 'pino';

/** The line of a request that has been answered, as access-log.ts writes it. */
const ORDINARY = '"event":"request"';

/**
 * Lines about requests that have been answered are written together at the end of the turn of the event loop they belong
 * to: one system call instead of one each. Every other line is written before the call returns, with what waits before
 * it, so that what is told of a change is there before the change is asked for.
 * @param out writes at once.
 */
export function writtenByTurn(out: DestinationStream): DestinationStream {
  let waiting = '';
  let due = false;
  const flush = () => {
    const text = waiting;
    waiting = '';
    due = false;
    if (text !== '') out.write(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (!line.includes(ORDINARY)) flush();
      else if (!due) {
        due = true;
        setImmediate(flush);
      }
    },
  };
}
