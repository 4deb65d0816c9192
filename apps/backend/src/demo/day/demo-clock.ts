import { type Services } from '../../services.ts';
import { DISPATCHING } from '../demo-couriers.ts';
import { createRandom, type Random } from '../random.ts';
import { ACTS, type Act } from './acts.ts';
import { type Stage } from './stage.ts';

const SEED = 61_403;
const COMPANY = 'demo';

/** Between one happening and the next: alive, and calm enough to read. */
const GAP_MS = { least: 2000, most: 5000 };

/** One of the choices, each as likely as its weight. */
function draw<T extends { weight: number }>(random: Random, choices: readonly T[]): T | undefined {
  let left = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => (left -= weight) < 0);
}

/** @returns all that can happen, in the order in which it should be tried: what was drawn first, then the others. */
function inDrawnOrder(random: Random): Act[] {
  const rest = [...ACTS];
  const order: Act[] = [];
  for (let drawn = draw(random, rest); drawn; drawn = draw(random, rest)) {
    order.push(drawn.act);
    rest.splice(rest.indexOf(drawn), 1);
  }
  return order;
}

/**
 * Moves the demonstration's day on through the verbs people use, one happening after the other: what happens depends on
 * the seed, the clock and what people did meanwhile, and on nothing else.
 */
export class DemoClock {
  readonly #services: Services;
  readonly #random: Random;
  readonly #gap: { least: number; most: number };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** @param gap how long it is quiet between one happening and the next, in milliseconds. */
  constructor(services: Services, gap = GAP_MS) {
    this.#services = services;
    this.#gap = gap;
    this.#random = createRandom(SEED);
  }

  start(): void {
    this.#stopped = false;
    this.#schedule();
  }

  /** @returns once what is under way has been done. Nothing happens afterwards. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Lets one thing happen in one of the offices. @returns whether anything could. */
  async step(): Promise<boolean> {
    const { officeId } = draw(this.#random, DISPATCHING.map((office) => ({ ...office, weight: office.share }))) ?? DISPATCHING[0]; // prettier-ignore
    const office = await this.#services.db
      .selectFrom('offices')
      .select('time_zone')
      .where('company_id', '=', COMPANY)
      .where('id', '=', officeId)
      .executeTakeFirst();
    if (!office) return false;
    const stage: Stage = { services: this.#services, random: this.#random, companyId: COMPANY, officeId, timeZone: office.time_zone }; // prettier-ignore
    for (const act of inDrawnOrder(this.#random)) if (await act(stage)) return true;
    return false;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        this.#running = this.step()
          .catch((error: unknown) => {
            // Somebody may just have changed the order: something else happens next.
            this.#services.logger.warn({ err: error }, 'the demonstration could not go on');
          })
          .finally(() => {
            this.#schedule();
          });
      },
      this.#random.between(this.#gap.least, this.#gap.most),
    ).unref();
  }
}
