import { type ErrorRequestHandler, type RequestHandler } from 'express';
import {
  codeOfError,
  DatabaseUnavailable,
  isHeldUp,
  type UnavailableReason,
  unwritableReason,
} from '../database/database-error.ts';
import { OFFICE_BUSY, officeCommand } from '@despacho/contracts/assertion';
import { OfficeRefusal, Refusal, REFUSAL_STATUS } from '../refusal.ts';

/** Retry-After while earlier requests are being handled: about the time they take. */
const RETRY_AFTER_SECONDS = '5';
/** Retry-After while something is missing that only the operator can provide, such as disk space. */
const UNAVAILABLE_SECONDS = '60';

/** Express and its body parser set a status on their errors. */
function statusOf(error: unknown): number {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** The part of a request that Express or its body parser could not parse. */
function fieldOf(error: unknown): string | undefined {
  if (error instanceof URIError) return 'params';
  return error instanceof SyntaxError ? 'body' : undefined;
}

const MESSAGES: Partial<Record<number, string>> = {
  413: 'La solicitud es demasiado grande',
  500: 'Ocurrió un error inesperado',
};

/** Retry-After in seconds, if the database is temporarily unavailable. */
const RETRY_AFTER = '2';

const NO_DATABASE = 'La base de datos no responde; vuelva a intentarlo en unos segundos';

const OFFICE_HELD =
  'Otro cambio de la oficina todavía no termina; no se guardó nada. Vuelva a intentarlo en unos segundos';

const UNAVAILABLE: Record<UnavailableReason, string> = {
  connection: NO_DATABASE,
  commit: 'La base de datos se cortó al guardar y no se sabe si el cambio quedó; revíselo antes de repetirlo',
  held: OFFICE_HELD,
  busy: 'La oficina tiene demasiadas solicitudes en curso; vuelva a intentarlo en unos segundos',
  full: 'No queda espacio para guardar cambios; no se guardó nada. Avise a quien administra el sistema',
  'read-only':
    'La base de datos no acepta cambios en este momento; no se guardó nada. Vuelva a intentarlo en un minuto',
};

/** SQLSTATE (Postgres manual, appendix A) of a statement that took too long: a retry may succeed. */
const STATEMENT_TIMEOUT = '57014';

/** @returns the message if the database is temporarily unavailable; undefined for any other failure. */
function unavailableOf(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return UNAVAILABLE[error.reason];
  const unwritable = unwritableReason(error);
  if (unwritable) return UNAVAILABLE[unwritable];
  if (codeOfError(error) === STATEMENT_TIMEOUT) return 'La consulta tardó demasiado; vuelva a intentarlo';
  return undefined;
}

const isOutcomeUnknown = (error: unknown): boolean => error instanceof DatabaseUnavailable && error.reason === 'commit';

/** Answers requests that no route matched. */
export const nothingHere: RequestHandler = () => {
  throw new Refusal('not-found', 'No encontrado');
};

/**
 * Answers a failure as `{message}` with its status, the last change for a conflict, and the field concerned. Details of
 * unexpected failures go only to the log.
 */
export const answerFailure: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  if (response.headersSent) {
    // The headers are already sent: the client sees a broken connection, and the log has the reason.
    request.log.error({ err: error }, 'an answer broke off');
    response.destroy();
    return;
  }
  if (error instanceof Refusal) {
    const { kind, message, changed, field, retryAfterSeconds, details } = error;
    if (kind === 'busy') response.set('Retry-After', retryAfterSeconds?.toString() ?? RETRY_AFTER_SECONDS);
    // Nothing was written.
    if (kind === 'unavailable') response.set('Retry-After', UNAVAILABLE_SECONDS);
    if (error instanceof OfficeRefusal)
      request.log.warn({ officeId: error.officeId }, `this office is not registered; ${officeCommand(error.officeId)}`);
    response
      .status(REFUSAL_STATUS[kind])
      .json({ message, ...(changed && { changed }), ...(field !== undefined && { field }), ...details });
    return;
  }
  if (isHeldUp(error) || (error instanceof DatabaseUnavailable && error.reason === 'held')) {
    response.err = error as Error;
    response.set('Retry-After', RETRY_AFTER_SECONDS).status(409).json({ message: OFFICE_HELD, reason: OFFICE_BUSY });
    return;
  }
  const unavailable = unavailableOf(error);
  if (unavailable !== undefined) {
    response.err = error as Error;
    // Not if the commit's outcome is unknown: the person must check before repeating the change.
    if (!isOutcomeUnknown(error)) response.set('Retry-After', RETRY_AFTER);
    response.status(503).json({ message: unavailable });
    return;
  }
  const status = statusOf(error);
  if (status === 500) response.err = error instanceof Error ? error : new Error(String(error));
  const field = status === 400 ? fieldOf(error) : undefined;
  response
    .status(status)
    .json({ message: MESSAGES[status] ?? 'La solicitud no es válida', ...(field !== undefined && { field }) });
};
