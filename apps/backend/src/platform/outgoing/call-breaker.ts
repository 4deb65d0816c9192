/** Failures in a row after which a server is not called for a while. */
const MAX_FAILURES = 3;
const PAUSE_MS = 60_000;

/** Stops calling servers that fail, so that nobody waits for them. Of this process. */
export class CallBreaker {
  readonly #failures = new Map<string, { count: number; until: number }>();

  /** @returns whether a server is not to be called now. After the pause, one failure is enough for the next one. */
  isOpen(url: string, now: Date): boolean {
    const { count = 0, until = 0 } = this.#failures.get(url) ?? {};
    return count >= MAX_FAILURES && now.getTime() < until;
  }

  /** Records how a call ended. */
  record(url: string, isAnswered: boolean, now: Date): void {
    if (isAnswered) this.#failures.delete(url);
    else this.#failures.set(url, { count: (this.#failures.get(url)?.count ?? 0) + 1, until: now.getTime() + PAUSE_MS });
  }
}
