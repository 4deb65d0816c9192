import {
  COUNTED_STATES,
  OPEN_STATES,
  DONE_STATES,
  PACE_CLOSINGS,
  type TodayFigures,
} from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { orderCount } from '#shared/format/order-count.ts';

export interface Verdict {
  tone: 'good' | 'warn' | 'alarm' | 'neutral';
  /** The answer in two or three words. */
  title: string;
  text: string;
}

/** How far below the usual share the day may be, in per mille, before it counts as behind. */
const BEHIND = 80;

const DAY_MS = 24 * 3_600_000;

type Counted = Pick<TodayFigures, 'states'>;

const sum = ({ states }: Counted, of: readonly (keyof TodayFigures['states'])[]): number =>
  of.reduce((all, state) => all + states[state], 0);

export const totalOf = (figures: Counted): number => sum(figures, COUNTED_STATES);
export const doneOf = (figures: Counted): number => sum(figures, DONE_STATES);
export const openOf = (figures: Counted): number => sum(figures, OPEN_STATES);

/** @returns «entre 19:10 y 20:20», or «después de las 19:10» without a latest time. */
export function endText({ from, to }: NonNullable<TodayFigures['end']>, timeZone: string): string {
  const [first, last] = [from, to].map((at) => (at === null ? null : formatTime(at, timeZone)));
  if (last === null || last === undefined) return `después de las ${first ?? ''}`;
  return first === last ? `a las ${last}` : `entre ${first ?? ''} y ${last}`;
}

/** @returns the state of the day, in few words for a large font. */
export function verdictOf(
  figures: TodayFigures,
  { isToday, timeZone }: { isToday: boolean; timeZone: string },
): Verdict {
  const { course, end, lastDue, usual, late } = figures;
  const [total, done, open] = [totalOf(figures), doneOf(figures), openOf(figures)];
  if (total === 0) return { tone: 'neutral', title: 'Sin órdenes', text: 'No hay órdenes para este día.' };
  if (open === 0) return { tone: 'good', title: 'Terminado', text: `${allClosed(total)} del día.` };
  if (!isToday) return { tone: 'warn', title: 'Sin terminar', text: `Quedaron abiertas ${orderCount(open)}.` };
  if (end === null)
    return done >= PACE_CLOSINGS
      ? { tone: 'alarm', title: 'Detenido', text: 'No se cerró ninguna orden en las últimas dos horas.' }
      : {
          tone: late > 0 ? 'warn' : 'neutral',
          title: 'Sin ritmo todavía',
          text: `Con ${PACE_CLOSINGS} cierres se calcula a qué hora se termina; van ${formatNumber(done)}.`,
        };
  const endsToday = Date.parse(end.from) < Date.parse(course.from) + DAY_MS;
  const text = endsToday ? `A este ritmo se termina ${endText(end, timeZone)}.` : 'A este ritmo no se termina hoy.';
  const promised = lastDue === null ? '' : ` Lo último se prometió para las ${formatTime(lastDue, timeZone)}.`;
  const limit = lastDue === null ? Infinity : Date.parse(lastDue);
  if (Date.parse(end.from) > limit) return { tone: 'alarm', title: 'No terminamos', text: text + promised };
  if (end.to === null || Date.parse(end.to) > limit)
    return { tone: 'warn', title: 'Vamos justos', text: text + promised };
  if (usual !== null && (1000 * done) / total < usual - BEHIND) return { tone: 'warn', title: 'Vamos atrasados', text };
  return { tone: 'good', title: 'Vamos bien', text };
}

const allClosed = (total: number): string =>
  total === 1 ? 'Se cerró la única orden' : `Se cerraron las ${orderCount(total)}`;
