import { DatabaseUnavailable } from '../database/database-error.ts';
import { RETRY_MS } from '../database/server-pool.ts';
import { Unfit, type UnfitReason } from '../database/unfit.ts';

interface Fault {
  reason: UnfitReason;
  error: Error;
}

const faultOf = (error: unknown): Fault => ({
  reason: error instanceof DatabaseUnavailable || error instanceof Unfit ? error.reason : 'connection',
  error: error instanceof Error ? error : new Error(String(error)),
});

/** How long (ms) a result is reused: several balancers may check every half second. */
const FRESH_MS = 400;

/** Whether this process can serve requests, as `/health` reports it to load balancers. */
export class Fitness {
  readonly #check: () => Promise<void>;
  #checkedAt = -Infinity;
  #checking: Promise<Fault | undefined> | undefined;
  #fault: Fault | undefined;
  #faultSince = 0;

  /** @param check resolves if the process is fit; rejects with DatabaseUnavailable or Unfit. */
  constructor(check: () => Promise<void>) {
    this.#check = check;
  }

  /** Why the process is unfit, by the last check; undefined if it is fit. */
  get fault(): Fault | undefined {
    return this.#fault;
  }

  /**
   * Whether the database has been unreachable for longer than a request waits for it. Further requests are refused
   * immediately, so that a balancer sends them elsewhere.
   */
  get isCutOff(): boolean {
    return this.#fault?.reason === 'connection' && performance.now() - this.#faultSince > RETRY_MS;
  }

  /** Why the database accepts no changes, as last checked; undefined if it does. */
  get refusal(): 'full' | 'read-only' | undefined {
    const reason = this.#fault?.reason;
    return reason === 'full' || reason === 'read-only' ? reason : undefined;
  }

  /**
   * Checks, unless the last result is fresh. Never rejects.
   * @returns why the process is unfit; undefined if it is fit.
   */
  check(): Promise<Fault | undefined> {
    if (performance.now() - this.#checkedAt < FRESH_MS) return Promise.resolve(this.#fault);
    this.#checking ??= this.#run().finally(() => {
      this.#checking = undefined;
      this.#checkedAt = performance.now();
    });
    return this.#checking;
  }

  async #run(): Promise<Fault | undefined> {
    const before = this.#fault?.reason;
    this.#fault = await this.#check().then(() => undefined, faultOf);
    if (this.#fault?.reason !== before) this.#faultSince = performance.now();
    return this.#fault;
  }
}
