/**
 * The URL's query including writes that the router has not applied yet. Shared by a page's components, so that
 * consecutive changes do not overwrite each other.
 */
export class PendingAddress {
  #current = '';
  #pending: string | null = null;
  readonly #written = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** The pending query, or undefined if there is none. */
  readonly snapshot = (): string | undefined => this.#pending ?? undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // Without subscribers nobody calls `receive`, and the next query belongs to another page.
      if (this.#listeners.size === 0) this.#settle();
    };
  };

  /** Base of the next change. */
  get now(): string {
    return this.#pending ?? this.#current;
  }

  write(next: string): void {
    this.#pending = next;
    this.#written.add(next);
    this.#notify();
  }

  /**
   * Receives the router's query. Ignores earlier ones of several pending writes; a query changed elsewhere (back, a
   * link) replaces them.
   */
  receive(query: string): void {
    if (query === this.#current) return;
    this.#current = query;
    if (this.#pending === null || (query !== this.#pending && this.#written.has(query))) return;
    this.#settle();
    this.#notify();
  }

  #settle(): void {
    this.#pending = null;
    this.#written.clear();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
