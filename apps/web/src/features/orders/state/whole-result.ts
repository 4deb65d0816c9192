/** Reads the whole of what the list shows a part of. What was asked of an earlier list is brought to nobody. */
export class WholeResult {
  readonly #onReading: (isReading: boolean) => void;
  #list: string | undefined;
  #current: AbortController | undefined;

  constructor(onReading: (isReading: boolean) => void) {
    this.#onReading = onReading;
  }

  /** Hears which list is shown. Another one than before ends the reading. */
  follow(list: string): void {
    if (list !== this.#list) this.cancel();
    this.#list = list;
  }

  /** @returns what `ask` brought; undefined where nobody waits for it any more. A later question ends an earlier one. */
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

  cancel(): void {
    if (!this.#current) return;
    this.#current.abort();
    this.#current = undefined;
    this.#onReading(false);
  }
}
