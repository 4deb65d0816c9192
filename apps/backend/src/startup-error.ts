/** Something an operator can put right: told as one sentence, without a stack, and the process ends with 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
