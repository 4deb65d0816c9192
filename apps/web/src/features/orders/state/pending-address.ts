/**
 * The URL's query including writes that the router has not applied yet. Shared by a page's components, so that
 * consecutive changes do not overwrite each other.
 */
export class PendingAddress {
  /** The router's current query. */
  #said = '';
  #pending: string | null = null;
  readonly #written = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** The pending query, or undefined if there is none. */
  readonly snapshot = (): string | undefined => this.#pending ?? undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // Without subscribers nobody calls `hear`, and the next query belongs to another page.
      if (this.#listeners.size === 0) this.#settle();
    };
  };

  /** Base of the next change. */
  get now(): string {
    return this.#pending ?? this.#said;
  }

  /** Records a pending write. */
  write(next: string): void {
    this.#pending = next;
    this.#written.add(next);
    this.#tell();
  }

  /**
   * Receives the router's query. Ignores earlier ones of several pending writes; a query changed elsewhere (back, a
   * link) replaces them.
   */
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
