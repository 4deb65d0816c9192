import { type OrderChange, ORDER_STATES, type Outcome, REFUSALS, type Standing } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { type Action, isRunning, unanswered } from './action.ts';

/** What a person did to one order, after the person's name. */
const CHANGE_SENTENCES: Readonly<Record<OrderChange, string>> = {
  creada: 'la creó',
  importada: 'la importó',
  duplicada: 'la creó como copia',
  editada: 'la editó',
  ubicada: 'la ubicó por su dirección',
  reprogramada: 'la reprogramó',
  asignada: 'la asignó',
  reasignada: 'la reasignó',
  desasignada: 'la desasignó',
  reordenada: 'cambió su parada',
  en_ruta: 'la puso en ruta',
  entregada: 'la marcó como entregada',
  no_entregada: 'la marcó como no entregada',
  nueva_visita: 'la volvió a programar',
  en_devolucion: 'la puso en devolución',
  devuelta: 'la marcó como devuelta',
  anulada: 'la anuló',
  corregida: 'corrigió su cierre',
  visita_aceptada: 'aceptó la visita del repartidor',
  visita_rechazada: 'rechazó la visita del repartidor',
  deshecha: 'deshizo un cambio',
};

/** Result of one order. */
export interface ReceiptLine {
  id: string;
  code: string;
  result: 'done' | 'same' | 'refused';
  outcome: Outcome;
  /** Label of the action's part, if it has several. */
  part: string | undefined;
}

const resultOf = (outcome: Outcome): ReceiptLine['result'] => {
  if (!outcome.ok) return 'refused';
  return outcome.changed ? 'done' : 'same';
};

/** @returns the result of each order, refused ones first because they need attention. */
export function receiptLines({ steps, codes }: Action): ReceiptLine[] {
  const lines = steps.flatMap(({ progress, part }) =>
    progress.state !== 'done'
      ? []
      : progress.receipt.outcomes.map((outcome) => ({
          id: outcome.id,
          code: outcome.code ?? codes.get(outcome.id) ?? `N.º ${outcome.id}`,
          result: resultOf(outcome),
          outcome,
          part,
        })),
  );
  return [...lines.filter(({ result }) => result === 'refused'), ...lines.filter(({ result }) => result !== 'refused')];
}

const standingText = ({ state, courier }: Standing): string =>
  `${ORDER_STATES[state]}${courier === null ? '' : `, con ${courier.name}`}`;

/** @returns why an order was refused: the reason, who changed what and when, and its current state. */
export function refusalText(outcome: Extract<Outcome, { ok: false }>, now: Date): string {
  const { confirmed } = outcome;
  if (confirmed) return `${REFUSALS[outcome.why]} por ${confirmed.by.user} ${formatRelative(confirmed.at, now)}`;
  const why = REFUSALS[outcome.why];
  if (outcome.now === null) return why;
  const { state, courier, changed } = outcome.now;
  const isAssigned = changed.what === 'asignada' || changed.what === 'reasignada';
  const to = isAssigned && courier !== null ? ` a ${courier.name}` : '';
  const did = `${changed.by.user} ${CHANGE_SENTENCES[changed.what]}${to} ${formatRelative(changed.at, now)}`;
  if (outcome.why !== 'changed') return `${why}: ${standingText(outcome.now)}. ${did}`;
  return isAssigned || changed.what === state ? did : `${did}: ${standingText(outcome.now)}`;
}

export function lineText({ outcome }: ReceiptLine, now: Date): string {
  if (!outcome.ok) return refusalText(outcome, now);
  return outcome.changed ? 'Hecho' : 'Ya estaba así';
}

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
  if (first.request.id === 'places.answer')
    return first.request.body.point === null ? 'Ubicación deshecha' : 'Dirección ubicada';
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
