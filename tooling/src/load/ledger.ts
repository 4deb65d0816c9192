/**
 * Expected state after writes. An acknowledged write must be present; an unanswered one may be, until the next
 * acknowledged one.
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

  /**
   * Compares a target with what was written, while no writes are in progress; this state is then the expected one.
   * @returns the fault, if any.
   */
  found(target: string, modules: readonly string[]): string | undefined {
    const possible = this.#possible.get(target) ?? new Set();
    const text = Ledger.textOf(modules);
    if (!possible.has(text)) return `user ${target} has [${text}] and not [${[...possible].join('] or [')}]`;
    this.acknowledged(target, modules);
    return undefined;
  }
}
