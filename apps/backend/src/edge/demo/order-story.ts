import { addDays, type OrderChange, type OrderFields } from '@despacho/contracts/dispatch';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { demoPayments } from './demo-payments.ts';
import { type Random } from './random.ts';

/** A step in the story of a demo order. */
export interface Happening {
  at: Date;
  what: OrderChange;
  patch: Partial<OrderFields>;
  why?: string;
}

/** Inputs of a story: the day of the first visit, its courier, the amount due, and what was promised. */
interface Story {
  date: string;
  timeZone: string;
  courierId: string;
  due: number | null;
  window: readonly [from: string, to: string] | null;
}

const REASONS = [
  'ausente',
  'ausente',
  'no_contesta',
  'direccion_errada',
  'rechazado',
  'sin_dinero',
  'zona_peligrosa',
] as const;

/** Visits are closed from 10:00 to 18:00. */
const FIRST_HOUR = 10;
const HOURS = 8;
/** Share of the visits with a time window that keep it. */
const PUNCTUAL = 0.93;

/** When a visit is closed: usually within its window. @param share a random number from 0 to 1. */
function closingAt({ date, timeZone, window }: Pick<Story, 'date' | 'timeZone' | 'window'>, share: number): Date {
  const at = (time: string): number => instantOf(date, time, timeZone).getTime();
  const first = at(`${FIRST_HOUR}:00`);
  if (window === null || share > PUNCTUAL) return new Date(first + Math.floor(share * HOURS * 3600) * 1000);
  const from = Math.max(first, at(window[0]));
  return new Date(from + Math.floor((share / PUNCTUAL) * (at(window[1]) - from)));
}

/** A visit on a day: assigned in the morning, on the way, and closed. */
function visit(
  random: Random,
  { date, timeZone, courierId, due, window, delivered }: Story & { delivered: boolean },
): Happening[] {
  // prettier-ignore
  const at = (hour: number, spread: number): Date =>
    new Date(instantOf(date, `${String(hour).padStart(2, '0')}:00`, timeZone).getTime() + random.between(0, spread * 60) * 1000);
  const collection = due === null ? {} : { payments: demoPayments(random, due) };
  const closed = closingAt({ date, timeZone, window }, random.between(0, HOURS * 3600) / (HOURS * 3600));
  const closedAt = closed.toISOString();
  const closing: Happening = delivered
    ? { at: closed, what: 'entregada', patch: { state: 'entregada', ...collection, closedAt, visitDay: date } }
    : {
        at: closed,
        what: 'no_entregada',
        patch: { state: 'no_entregada', reason: random.pick(REASONS), closedAt, visitDay: date },
      };
  return [
    { at: at(7, 60), what: 'asignada', patch: { state: 'asignada', courierId, sequence: random.between(1, 40) } },
    { at: at(8, 110), what: 'en_ruta', patch: { state: 'en_ruta' } },
    closing,
  ];
}

/** What follows a failed visit: another one the next day, or the return to the sender. */
function afterwards(random: Random, story: Story): Happening[] {
  const { date, timeZone } = story;
  const next = addDays(date, 1);
  const at = (day: string, time: string): Date => instantOf(day, time, timeZone);
  if (random.happens(0.7)) {
    const again: Happening = {
      at: at(next, '06:40'),
      what: 'nueva_visita',
      patch: {
        state: 'pendiente',
        reason: null,
        courierId: null,
        sequence: null,
        attempt: 2,
        date: next,
        closedAt: null,
        visitDay: null,
      },
    };
    return [again, ...visit(random, { ...story, date: next, delivered: random.happens(0.85) })];
  }
  return [
    { at: at(next, '09:10'), what: 'en_devolucion', patch: { state: 'en_devolucion' } },
    { at: at(addDays(date, 2), '11:30'), what: 'devuelta', patch: { state: 'devuelta' } },
  ];
}

/**
 * An order's complete story from first to last, regardless of the current time. The caller applies the part that has
 * happened, so that the same order continues the next day.
 * @param leftOver never assigned: left as pending work.
 */
export function orderStory(random: Random, { leftOver, ...story }: Story & { leftOver: boolean }): Happening[] {
  const { date, timeZone } = story;
  if (leftOver) return [];
  if (random.happens(0.015)) {
    const patch = { state: 'anulada' } as const;
    return [{ at: instantOf(date, '06:50', timeZone), what: 'anulada', patch, why: 'El cliente la anuló' }];
  }
  const delivered = random.happens(0.9);
  return [...visit(random, { ...story, delivered }), ...(delivered ? [] : afterwards(random, story))];
}
