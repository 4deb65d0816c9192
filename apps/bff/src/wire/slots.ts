/**
 * Things that come and go with each request, while several of them are there. A `Set` or `Map` would do, were it not for how
 * V8 makes them: a table that is full of deleted entries is replaced by a new one, and keeps a pointer to it for whoever is
 * iterating. Once one table has been moved to the old generation, each dead table there keeps the next alive, with all that
 * stood in it, until a whole collection: short collections then take twenty times as long, and memory doubles
 * (docs/decisions/0036).
 */
export class Slots<T extends object> implements Iterable<T> {
  readonly #slots: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.length - this.#free.length;
  }

  /** @returns the slot to give back. */
  take(one: T): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = one;
    return slot;
  }

  /** @param one what was put there: a slot that is given back twice may hold somebody else's by then. */
  giveBack(slot: number, one: T): void {
    if (this.#slots[slot] !== one) return;
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const one of this.#slots) if (one) yield one;
  }
}
