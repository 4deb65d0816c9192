/**
 * The query of the address as it will be: what was written and the router has not said yet, else what it says. One for
 * all parts of a page, so that two that write one after the other do not undo each other.
 */
export class PendingAddress {
  /** What the router said last. */
  #said = '';
  #pending: string | null = null;
  readonly #written = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** Undefined where the router's word holds. */
  readonly snapshot = (): string | undefined => this.#pending ?? undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // Nobody is left to hear the router: what it says next is another page's.
      if (this.#listeners.size === 0) this.#settle();
    };
  };

  /** What the next change starts from. */
  get now(): string {
    return this.#pending ?? this.#said;
  }

  /** Notes what is about to be written. */
  write(next: string): void {
    this.#pending = next;
    this.#written.add(next);
    this.#tell();
  }

  /** Hears the router. An earlier one of several writes changes nothing; what somebody else wrote (back, a link) holds. */
  hear(said: string): void {
    if (said === this.#said) return;
    this.#said = said;
    if (this.#pending === null || (said !== this.#pending && this.#written.has(said))) return;
    this.#settle();
    this.#tell();
  }

  #settle(): void {
    this.#pending = null;
    this.#written.clear();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
