/**
 * What was written and may therefore be found. An acknowledged write is there; one that was not answered may be or not,
 * until the next is acknowledged.
 */
export class Ledger {
  readonly #possible = new Map<string, Set<string>>();

  static textOf(modules: readonly string[]): string {
    return [...modules].sort().join(' ');
  }

  acknowledged(target: string, modules: readonly string[]): void {
    this.#possible.set(target, new Set([Ledger.textOf(modules)]));
  }

  unknown(target: string, modules: readonly string[]): void {
    this.#possible.get(target)?.add(Ledger.textOf(modules));
  }

  /** What is found while nothing is being written is what is there from then on. @returns what is wrong with it. */
  found(target: string, modules: readonly string[]): string | undefined {
    const possible = this.#possible.get(target) ?? new Set();
    const text = Ledger.textOf(modules);
    if (!possible.has(text)) return `user ${target} has [${text}] and not [${[...possible].join('] or [')}]`;
    this.acknowledged(target, modules);
    return undefined;
  }
}
