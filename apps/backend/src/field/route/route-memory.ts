import { type FieldRoute } from '@despacho/contracts/dispatch';

type Remembered = Omit<FieldRoute, 'now'>;

/** About 1,000 routes of 30 stops. */
const MAX_CHARS = 16_000_000;

/** The last route of each courier with the state it was made from. */
export class RouteMemory {
  readonly #maxChars: number;
  readonly #routes = new Map<string, { state: string; route: Remembered; chars: number }>();
  #chars = 0;

  /** @param maxChars limit of all states and routes together, as JSON. */
  constructor(maxChars = MAX_CHARS) {
    this.#maxChars = maxChars;
  }

  /** @returns the route, if it was made from the same state. */
  recall(courier: string, state: string): Remembered | undefined {
    const known = this.#routes.get(courier);
    return known?.state === state ? known.route : undefined;
  }

  /** Replaces the courier's route, and forgets those written longest ago above the limit. */
  remember(courier: string, state: string, route: Remembered): void {
    this.#forget(courier);
    const chars = courier.length + state.length + JSON.stringify(route).length;
    this.#routes.set(courier, { state, route, chars });
    this.#chars += chars;
    for (const oldest of this.#routes.keys()) {
      if (this.#chars <= this.#maxChars) break;
      this.#forget(oldest);
    }
  }

  #forget(courier: string): void {
    this.#chars -= this.#routes.get(courier)?.chars ?? 0;
    this.#routes.delete(courier);
  }
}
