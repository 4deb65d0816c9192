import { addLast } from '@despacho/server/add-last';
import { Refusal } from './refusal.ts';

const HOUR_MS = 3_600_000;
/** Number of people in memory; the one whose work is the oldest is forgotten first. */
const MAX_PEOPLE = 10_000;

/** CPU time that a person may use per hour, counted in this process and refilled steadily. */
export class CpuBudget {
  readonly #perHourMs: number;
  readonly #exceeded: string;
  readonly #used = new Map<string, { cpuMs: number; at: number }>();

  /** @param exceeded message of the refusal. */
  constructor(perHourMs: number, exceeded: string) {
    this.#perHourMs = perHourMs;
    this.#exceeded = exceeded;
  }

  /** @throws Refusal busy, with the seconds to wait, for a person who has used the budget. */
  requireLeft(person: string, now: Date): void {
    const excess = this.#usedBy(person, now) - this.#perHourMs;
    if (excess < 0) return;
    const waitSeconds = Math.ceil((excess * HOUR_MS) / this.#perHourMs / 1000) + 1;
    throw new Refusal('busy', this.#exceeded, undefined, undefined, waitSeconds);
  }

  /** Counts work that is done, even if it was stopped. */
  spend(person: string, cpuMs: number, now: Date): void {
    const used = this.#usedBy(person, now) + cpuMs;
    addLast(this.#used, person, { cpuMs: used, at: now.getTime() }, MAX_PEOPLE);
  }

  #usedBy(person: string, now: Date): number {
    const { cpuMs, at } = this.#used.get(person) ?? { cpuMs: 0, at: 0 };
    // A clock that is set back must not count as time used.
    const passed = Math.max(0, now.getTime() - at);
    return Math.max(0, cpuMs - (passed / HOUR_MS) * this.#perHourMs);
  }
}
