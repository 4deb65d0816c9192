import { LOADED_STATES } from '@despacho/contracts/dispatch';
import { type Services } from '../../services.ts';
import { DISPATCHING } from '../demo-couriers.ts';
import { createRandom, type Random } from '../random.ts';
import { ACTS } from './acts.ts';
import { type Stage } from './arriving-order.ts';

const SEED = 61_403;
const COMPANY = 'demo';

/** Pause between two actions: the couriers close about as many orders as arrive. */
const GAP_MS = { least: 10_000, most: 20_000 };
/** The same while few couriers have orders, as after a start in the evening, so that the map fills within minutes. */
const SHORT_GAP_MS = { least: 500, most: 1500 };
const FEW_COURIERS = 30;

/** Picks one of the choices by weight. */
function draw<T extends { weight: number }>(random: Random, choices: readonly T[]): T | undefined {
  let left = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => (left -= weight) < 0);
}

/** @returns all acts in the order to try them: the drawn one first. */
function inDrawnOrder(random: Random): (typeof ACTS)[number]['act'][] {
  const rest = [...ACTS];
  const order = [];
  for (let drawn = draw(random, rest); drawn; drawn = draw(random, rest)) {
    order.push(drawn.act);
    rest.splice(rest.indexOf(drawn), 1);
  }
  return order;
}

/**
 * Does what the offices of the demonstration do, one action at a time, through the functions that people's requests use:
 * orders arrive and are assigned, failed visits are followed up. Depends only on the seed, the clock and what others did.
 */
export class DemoClock {
  readonly #services: Services;
  readonly #random: Random;
  readonly #gap: { least: number; most: number };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** @param gap pause between two actions, in milliseconds. */
  constructor(services: Services, gap = GAP_MS) {
    this.#services = services;
    this.#gap = gap;
    this.#random = createRandom(SEED);
  }

  start(): void {
    this.#stopped = false;
    this.#schedule();
  }

  /** Resolves when the current action has finished. None follows. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Performs one action in one of the offices. @returns whether any was possible. */
  async step(): Promise<boolean> {
    const { officeId } =
      draw(
        this.#random,
        DISPATCHING.map((office) => ({ ...office, weight: office.share })),
      ) ?? DISPATCHING[0];
    const office = await this.#services.db
      .selectFrom('offices')
      .select('time_zone')
      .where('company_id', '=', COMPANY)
      .where('id', '=', officeId)
      .executeTakeFirst();
    if (!office) return false;
    const stage: Stage = {
      services: this.#services,
      random: this.#random,
      companyId: COMPANY,
      officeId,
      timeZone: office.time_zone,
      dayTurnsAt: this.#services.config.dayTurnsAt,
    };
    for (const act of inDrawnOrder(this.#random)) if (await act(stage)) return true;
    return false;
  }

  /** @returns the usual pause between two actions, in milliseconds; a shorter one while few couriers have orders. */
  async gap(): Promise<{ least: number; most: number }> {
    const { couriers } = await this.#services.db
      .selectFrom('order_progress')
      .select(({ fn }) => fn.count<string>('courier_id').distinct().as('couriers'))
      .where(
        'office_id',
        'in',
        DISPATCHING.map(({ officeId }) => officeId),
      )
      .where('state', 'in', LOADED_STATES)
      .executeTakeFirstOrThrow();
    return Number(couriers) < FEW_COURIERS ? SHORT_GAP_MS : this.#gap;
  }

  #schedule({ least, most } = this.#gap): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        this.#running = this.step()
          .then(() => this.gap())
          .catch((error: unknown) => {
            // A person may just have changed the order. The next action follows as usual.
            this.#services.logger.warn({ err: error }, 'the demonstration could not go on');
            return undefined;
          })
          .then((gap) => this.#schedule(gap));
      },
      this.#random.between(least, most),
    ).unref();
  }
}
