import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Of an error only what explains it. Driver errors also carry the statement with its parameters, and those may be
 * anything a person typed.
 */
function describeError(error: Error): Record<string, unknown> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    code,
    constraint,
    stack: error.stack,
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}

/** JSON lines with UTC instants. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ sync: true }),
  );
