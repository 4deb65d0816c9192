import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Where an error came from and its code. Messages of unknown errors stay out: some libraries put addresses or values there. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, stack: frames?.slice(0, 12).map((line) => line.trim()) };
}

/**
 * @param level pino's level names.
 * @param destination where lines go; standard output unless given.
 * @returns the gateway's logger: JSON lines, UTC times, errors without their messages.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'gateway' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}
