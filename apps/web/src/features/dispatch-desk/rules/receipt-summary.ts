import { type Outcome } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { type Action, isRunning, unanswered } from './action.ts';
import { receiptLines } from './receipt-lines.ts';

const isDone = (outcome: Outcome): boolean => outcome.ok && outcome.changed;

/** Number of couriers shown by name; the others are only counted. */
const NAMED_COURIERS = 4;

/** @returns who received the orders of a plan, most orders first: « a Ana Núñez (5), Hugo Paredes (4) y 2 más». */
function receiversText(steps: Action['steps']): string {
  const given = steps
    .map(({ part, progress }) => ({
      part,
      count: progress.state === 'done' ? progress.receipt.outcomes.filter(isDone).length : 0,
    }))
    .filter(({ part, count }) => part !== undefined && count > 0)
    .toSorted((one, other) => other.count - one.count);
  if (given.length === 0) return '';
  const rest = given.length - NAMED_COURIERS;
  const named = given.slice(0, NAMED_COURIERS).map(({ part, count }) => `${part} (${formatNumber(count)})`);
  return ` a ${named.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}`;
}

/**
 * @returns what happened to some orders: «1 orden cambiada», «207 órdenes asignadas a José Rojas», «3 órdenes
 * reprogramadas al 24 nov».
 */
function doneText({ steps }: Action, count: number): string {
  const done = (verb: string): string => `${orderCount(count)} ${verb}${count === 1 ? 'a' : 'as'}`;
  const [first, ...others] = steps.filter(({ request }) => request.id !== 'couriers.attend');
  if (!first) return 'Asistencia anotada';
  if (first.request.id === 'assignments.reschedule') {
    const { date } = first.request.body;
    return `${done('reprogramad')} al ${formatDay(date, date)}`;
  }
  const given = [first, ...others];
  if (!given.every(({ request }) => request.id === 'assignments.assign')) return done('cambiad');
  if (others.length > 0) return `${done('asignad')}${receiversText(given)}`;
  const courier = first.courier ?? first.part;
  return courier === undefined ? done('asignad') : `${done('asignad')} a ${courier}`;
}

/** @returns a one-sentence summary of an action that counts every order. */
export function receiptSummary(action: Action): { tone: 'busy' | 'good' | 'warn' | 'alarm'; text: string } {
  const lines = receiptLines(action);
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  const [done, same, refused] = [count('done'), count('same'), count('refused')];
  if (isRunning(action)) return { tone: 'busy', text: 'En curso…' };
  const counts = [
    ...(done > 0 || lines.length === 0 ? [doneText(action, done)] : []),
    ...(same > 0 ? [`${formatNumber(same)} ya ${same === 1 ? 'estaba' : 'estaban'} así`] : []),
    ...(refused > 0 ? [`${formatNumber(refused)} sin cambiar`] : []),
  ].join(' · ');
  if (unanswered(action).length > 0)
    return {
      tone: 'alarm',
      text: `${lines.length > 0 ? `${counts}. ` : ''}No hubo respuesta: puede que se haya hecho o no`,
    };
  if (action.steps.some(({ progress }) => progress.state === 'refused'))
    return { tone: 'alarm', text: lines.length > 0 ? `${counts}. Una parte no se hizo` : 'No se hizo' };
  return { tone: refused > 0 ? 'warn' : 'good', text: counts };
}
