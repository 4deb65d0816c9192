import { pino, type DestinationStream, type Logger } from 'pino';
import { isoTime } from './iso-time.ts';
import { writtenTogether } from './log-output.ts';

export type { Logger };

/**
 * Location and code of an error. Messages of unknown errors are left out: some libraries put addresses or values there.
 */
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
 * JSON escapes the first 32 control characters. Log viewers break lines at others too, obey them, or reorder text, so
 * those are escaped as well. They occur only in strings, where the escape means the same.
 */
const inOneLine = (line: string): string =>
  // Almost no line contains one, and the check costs a fifth of replacing.
  !BREAKS.test(line)
    ? line
    : line.replace(EACH_BREAK, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * @param level pino's level names.
 * @param destination where lines are written; standard output by default.
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
