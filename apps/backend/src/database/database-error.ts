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

/** SQLSTATE of a unique violation (Postgres manual, appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a row like it exists already, whichever driver reported it. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
