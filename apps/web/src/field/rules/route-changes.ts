import { type FieldReview, type FieldRoute, type FieldStop, inOrder, isSameOrder } from '@despacho/contracts/dispatch';
import { isOpen, placeText } from './stop-texts.ts';
import { type Stop } from '../offline/types.ts';

/** The office's changes of a route. Visits of the courier are not part of it. */
export interface RouteChange {
  kind: 'added' | 'removed' | 'moved' | 'note' | 'edited' | 'review';
  /** Id of the changed stop; null if the order of the stops changed. */
  id: string | null;
  text: string;
}

/** The fields that the courier works with. */
const facts = ({ place, window, recipient, packages, collectDue, note }: FieldStop): string =>
  JSON.stringify([place, window, recipient, packages, collectDue, note]);

const idsOf = (stops: readonly FieldStop[]): string[] => stops.map(({ id }) => id);

/** Whether the courier still has to act on a change: its stop is to be visited, and its note was not read. */
export const isPending = ({ kind, id }: RouteChange, stops: readonly Stop[]): boolean =>
  kind === 'removed' ||
  kind === 'review' ||
  id === null ||
  stops.some((stop) => stop.id === id && isOpen(stop) && (kind !== 'note' || stop.courierNote?.readAt === null));

/** @returns «La oficina rechazó su visita de LIM-12 (Av. Larco 345): la entregó otra persona». */
export function reviewText({ state, order, address, decidedWhy, why }: FieldReview): string {
  const subject = [order.code, address === '' ? '' : `(${address})`].filter(Boolean).join(' ');
  if (state === 'pendiente') return `La oficina revisa su visita de ${subject}${why === '' ? '' : `. ${why}`}`;
  const verb = state === 'aceptada' ? 'aceptó' : 'rechazó';
  return `La oficina ${verb} su visita de ${subject}${decidedWhy === null ? '' : `: ${decidedWhy}`}`;
}

/** @returns how the reviews ended that were pending in the earlier reading. */
function decisions({ reviews: was = [] }: FieldRoute, { reviews: is = [] }: FieldRoute): RouteChange[] {
  const pending = new Set(was.filter(({ state }) => state === 'pendiente').map(({ visit }) => visit));
  return is
    .filter(({ visit, state }) => pending.has(visit) && state !== 'pendiente')
    .map((review) => ({ kind: 'review', id: review.order.id, text: reviewText(review) }));
}

/**
 * Compares two routes of the same day.
 * @param ownOrder ids of stops in the order that the courier chose: that is not a change of the office.
 * @returns what the office added, removed, moved, noted or edited, among stops that are still to be visited.
 */
export function routeChanges(
  before: FieldRoute,
  after: FieldRoute,
  ownOrder: readonly string[] | null = null,
): RouteChange[] {
  if (before.day !== after.day) return [];
  const [was, is] = [before.stops.filter(isOpen), after.stops.filter(isOpen)];
  const earlier = new Map(before.stops.map((stop) => [stop.id, stop]));
  const ids = new Set(after.stops.map(({ id }) => id));
  const changes: RouteChange[] = [];
  for (const stop of is) {
    const { id, courierNote } = stop;
    const old = earlier.get(id);
    if (!old) changes.push({ kind: 'added', id, text: `Parada nueva: ${placeText(stop)}` });
    else if (facts(old) !== facts(stop))
      changes.push({ kind: 'edited', id, text: `Cambiaron los datos de ${placeText(stop)}` });
    if (courierNote?.readAt === null && old?.courierNote?.id !== courierNote.id)
      changes.push({ kind: 'note', id, text: `Nota de la oficina para ${placeText(stop)}: ${courierNote.text}` });
  }
  for (const stop of was)
    if (!ids.has(stop.id))
      changes.push({ kind: 'removed', id: stop.id, text: `Ya no está en su ruta: ${placeText(stop)}` });
  changes.push(...decisions(before, after));
  const isMoved = !isSameOrder(idsOf(was), idsOf(is));
  // The courier's own order explains the change only if nothing else moved.
  const isOwn = ownOrder !== null && isSameOrder(idsOf(inOrder(was, ownOrder, after.day)), idsOf(is));
  if (isMoved && !isOwn) changes.push({ kind: 'moved', id: null, text: 'La oficina cambió el orden de sus paradas' });
  return changes;
}
