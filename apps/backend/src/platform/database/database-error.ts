/** A failed statement, with Postgres' SQLSTATE. Never contains the statement's parameters. */
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
 * Why the database is unavailable to an otherwise valid request.
 * - `connection`: the server cannot be reached; nothing has been written.
 * - `commit`: the connection was lost while committing; whether the change was written is unknown.
 * - `busy`: no connection, or at start no lock, became free in time.
 * - `held`: another change of the office did not end in time. Answered with 409, which balancers do not repeat.
 * - `full`: no space left for new rows.
 * - `read-only`: the server accepts no changes, for example a standby.
 */
export type UnavailableReason = 'connection' | 'commit' | 'busy' | 'held' | 'full' | 'read-only';

/** The database is temporarily unavailable. Answered with 503. `cause` is the driver's error. */
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
const FOREIGN_KEY_VIOLATION = '23503';
/** Deadlock or serialization failure: this transaction was rolled back. */
const ROLLED_BACK = new Set(['40P01', '40001']);
/** A lock was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The server's disk is full (disk_full). */
const DISK_FULL = '53100';
/** The server is a standby, or was set to read only (read_only_sql_transaction). */
const READ_ONLY = '25006';

/** The server ended the connection, is starting or stopping, or has no connections left. Class 08 is added below. */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);
/** Connection errors of the operating system, including a host name that does not resolve yet. */
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
/** The driver's own errors, which have no code. */
const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** @returns the SQLSTATE or the operating system's error code, from either driver. */
export function codeOfError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a statement violated a unique constraint, with either driver. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOfError(error) === UNIQUE_VIOLATION;
}

/** Whether a statement deleted or named a row that another one needs, or that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean => codeOfError(error) === FOREIGN_KEY_VIOLATION;

/** Whether the server rolled the transaction back because of a concurrent one: it may be retried. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(codeOfError(error) ?? '');
}

/** Whether a lock was not free within the transaction's `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOfError(error) === LOCK_NOT_AVAILABLE;

/** Whether a concurrent transaction caused the failure: a later retry may succeed. */
export const isHeldUp = (error: unknown): boolean => isRolledBack(error) || isLockTimeout(error);

/** @returns why the database accepts no changes, judging by a failed statement; undefined for other failures. */
export function unwritableReason(error: unknown): 'full' | 'read-only' | undefined {
  const code = codeOfError(error);
  if (code === DISK_FULL) return 'full';
  return code === READ_ONLY ? 'read-only' : undefined;
}

/** Whether the connection was lost or could not be made, as opposed to a failed statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOfError(error);
  if (code !== undefined) return /^08...$/.test(code) || LOST_STATES.has(code) || LOST_ERRNO.has(code);
  // A name with several addresses, each of which failed.
  if (error instanceof AggregateError) return error.errors.every(isConnectionLoss);
  return LOST_MESSAGES.test(error.message);
}
