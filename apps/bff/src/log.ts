import { pino, type DestinationStream, type Logger } from 'pino';
import { isoTime } from './iso-time.ts';
import { writtenTogether } from './log-output.ts';

export type { Logger };

/** Where an error came from and its code. Messages of unknown errors stay out: some libraries put addresses or values there. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, stack: frames?.slice(0, 12).map((line) => line.trim()) };
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069](?!$)/;
const EACH_BREAK = new RegExp(BREAKS, 'g');

/**
 * JSON escapes the first 32 control characters. Readers of logs break lines at others as well, obey them, or show text
 * in another order, so these are written in digits too. They stand in strings alone, where that means the same.
 */
const inOneLine = (line: string): string =>
  // Next to no line has one, and looking costs a fifth of replacing.
  !BREAKS.test(line)
    ? line
    : line.replace(EACH_BREAK, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * @param level pino's level names.
 * @param destination where lines go; standard output unless given.
 * @returns the gateway's logger: JSON lines, UTC times, errors without their messages.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'gateway' },
    timestamp: () => `,"time":"${isoTime(Date.now())}"`,
    serializers: { err: describeError },
    hooks: { streamWrite: inOneLine },
  };
  return pino(options, destination ?? writtenTogether(pino.destination({ dest: process.stdout.fd, sync: true })));
}
