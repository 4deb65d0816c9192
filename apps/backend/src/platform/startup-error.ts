/** An error that an operator can fix: printed as one message without a stack; the exit code is 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
