import pino, { type DestinationStream, type Logger } from 'pino';

/** Errors whose message quotes the value that was wrong: a text that is not JSON, an input that breaks a schema. */
const QUOTING_TYPES = new Set(['SyntaxError', 'ZodError', '$ZodError']);

/** SQLSTATE class 22, a value that does not fit its type; and Node's own faults of an argument. */
const QUOTING_CODES = /^22[0-9A-Z]{3}$|^ERR_INVALID_/;

const quotesValue = (type: string, code: unknown): boolean =>
  QUOTING_TYPES.has(type) || (typeof code === 'string' && QUOTING_CODES.test(code));

/**
 * Of an error only what explains it. Driver errors also carry the statement with its parameters, and those may be
 * anything a person typed; so may the message of some. Where an error came from remains.
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
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ sync: true }),
  );
