/** A failed statement, with the SQLSTATE code Postgres gave it. Never carries the statement's parameters. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(message: string, code?: string, constraint?: string) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

/**
 * Why a request could not be done although nothing is wrong with it.
 * - `connection`: the server cannot be reached, and nothing has been written.
 * - `commit`: the connection was lost while committing; whether the change was written is unknown.
 * - `busy`: no connection, or at start no lock, became free in time.
 */
export type UnavailableReason = 'connection' | 'commit' | 'busy';

/** The database cannot do this now and may be able to soon. Answered as 503. `cause` is the driver's own error. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(cause instanceof Error ? `${reason}: ${cause.message}` : reason, { cause });
    this.reason = reason;
  }
}

/** SQLSTATE of a unique violation (Postgres manual, appendix A). */
const UNIQUE_VIOLATION = '23505';
/** Two transactions waited for each other, or cannot be put in an order: this one was rolled back. */
const ROLLED_BACK = new Set(['40P01', '40001']);
/** A lock was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The server ended the connection, is starting or stopping, or has no connection to give. Class 08 is added below. */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);
/** What the operating system says of a connection, and of a host name that does not resolve yet. */
const LOST_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** The driver's own errors have no code. */
const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** @returns the SQLSTATE or the operating system's code of an error, whichever driver reported it. */
export function codeOfError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a statement failed because a row like it exists already, whichever driver reported it. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOfError(error) === UNIQUE_VIOLATION;
}

/** Whether the server rolled the transaction back for the sake of another one: it may be run again. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(codeOfError(error) ?? '');
}

/** Whether a lock was not free within the transaction's `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOfError(error) === LOCK_NOT_AVAILABLE;

/** Whether others held a lock for too long: the same may succeed later. */
export const isHeldUp = (error: unknown): boolean => isRolledBack(error) || isLockTimeout(error);

/** Whether an error means that the connection is gone or could not be made, as opposed to a failed statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOfError(error);
  if (code !== undefined) return /^08...$/.test(code) || LOST_STATES.has(code) || LOST_ERRNO.has(code);
  // Several addresses of one name, each of them refused.
  if (error instanceof AggregateError) return error.errors.every(isConnectionLoss);
  return LOST_MESSAGES.test(error.message);
}
