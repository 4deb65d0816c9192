import pino, { type DestinationStream, type Logger } from 'pino';

/** Errors whose message quotes the invalid value: JSON syntax errors and schema violations. */
const QUOTING_TYPES = new Set(['SyntaxError', 'ZodError', '$ZodError']);

/** SQLSTATE class 22 (data exceptions), and Node's errors for invalid arguments. */
const QUOTING_CODES = /^22[0-9A-Z]{3}$|^ERR_INVALID_/;

const quotesValue = (type: string, code: unknown): boolean =>
  QUOTING_TYPES.has(type) || (typeof code === 'string' && QUOTING_CODES.test(code));

/**
 * Logs only selected fields of an error. Driver errors contain the statement's parameters, which may be anything a
 * person typed; some messages do as well. The stack frames are kept.
 */
function describeError(error: Error): Record<string, unknown> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const withheld = quotesValue(error.name, code);
  return {
    type: error.name,
    message: withheld ? 'left out, as it may quote what a person typed' : error.message,
    code,
    constraint,
    stack: withheld ? error.stack?.replace(/^[^]*?(?=\n {4}at )/, error.name) : error.stack,
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}

/** JSON lines with UTC instants. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'dispatch' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ sync: true }),
  );
