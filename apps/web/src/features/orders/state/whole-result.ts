/** Loads orders, one request at a time. Results of a cancelled request are discarded. */
export class WholeResult {
  readonly #onReading: (isReading: boolean) => void;
  #current: AbortController | undefined;

  constructor(onReading: (isReading: boolean) => void) {
    this.#onReading = onReading;
  }

  /** @returns the result of `ask`, or undefined if cancelled. A later call cancels an earlier one. */
  async read<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#current?.abort();
    const controller = new AbortController();
    this.#current = controller;
    this.#onReading(true);
    try {
      const result = await ask(controller.signal);
      return controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      return undefined;
    } finally {
      if (this.#current === controller) this.cancel();
    }
  }

  readonly cancel = (): void => {
    if (!this.#current) return;
    this.#current.abort();
    this.#current = undefined;
    this.#onReading(false);
  };
}
