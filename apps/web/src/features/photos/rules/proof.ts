import { type Evidence, isVisit, type Order, RELATIONS, type Visit } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';

/** What proves the result of an order. */
export interface Proof {
  isDelivered: boolean;
  /** When the visit took place. */
  at: string;
  courier: string | null;
  receiver: Evidence['receiver'];
  place: Visit['place'];
  doubtfulPlace: boolean;
  /** From the order's address, in meters. */
  distance: number | null;
  photos: Evidence[];
  signature: Evidence | undefined;
}

const isCounted = ({ state }: Visit): boolean => state === 'aplicada' || state === 'aceptada';

/** @returns the visit that led to the order's state; undefined if the office closed it. */
export const visitOf = (
  { state, attempt }: Pick<Order, 'state' | 'attempt'>,
  visits: readonly Visit[],
): Visit | undefined => visits.findLast((visit) => isCounted(visit) && visit.to === state && visit.attempt === attempt);

/**
 * @param photos of the order. Those of visits that were replaced, rejected or not yet reviewed do not count.
 * @returns the proof of a closed order; undefined for any other.
 */
export function proofOf(
  order: Pick<Order, 'state' | 'attempt' | 'closedAt' | 'courier'>,
  visits: readonly Visit[],
  photos: readonly Evidence[],
): Proof | undefined {
  if (order.closedAt === null || !isVisit(order.state)) return undefined;
  const visit = visitOf(order, visits);
  const doubtful = new Set(
    visits.flatMap((each) => (isCounted(each) || each.state === 'reemplazada' ? [] : each.visit)),
  );
  const own = photos.filter((photo) => photo.attempt === order.attempt && !doubtful.has(photo.visit ?? ''));
  const received = own.findLast(({ receiver }) => receiver)?.receiver ?? null;
  return {
    isDelivered: order.state === 'entregada',
    at: visit?.at ?? order.closedAt,
    courier: visit?.courier.name ?? order.courier?.name ?? null,
    receiver: order.state === 'entregada' ? (visit ? visit.receiver : received) : null,
    place: visit ? visit.place : (own.findLast(({ place }) => place)?.place ?? null),
    doubtfulPlace: visit?.doubtfulPlace ?? false,
    distance: visit?.distance ?? null,
    photos: own.filter(({ kind }) => kind !== 'firma'),
    signature: own.findLast(({ kind }) => kind === 'firma'),
  };
}

/** @returns the relation of the receiver to the recipient, as text. */
export const relationText = (relation: string | null): string | null =>
  relation === null ? null : ((RELATIONS as Partial<Record<string, string>>)[relation] ?? relation);

/** @returns a masked or whole document with its kind: eight characters are a DNI. */
export const documentText = (document: string): string => `${document.length === 8 ? 'DNI' : 'Documento'} ${document}`;

/** @returns a distance: «35 m», «1.2 km». */
export const inMeters = (meters: number): string =>
  meters < 1000 ? `${formatNumber(meters)} m` : `${formatNumber(Math.round(meters / 100) / 10)} km`;

/** @returns «a 35 m de la dirección (precisión de 8 m)»; undefined if the phone did not report its place. */
export function placeText({
  place,
  distance,
  doubtfulPlace = false,
}: Pick<Proof, 'place' | 'distance'> & Pick<Visit, 'doubtfulPlace'>): string | undefined {
  if (!place) return undefined;
  const precision = place.accuracy === null ? '' : ` (precisión de ${inMeters(Math.round(place.accuracy))})`;
  const text =
    distance === null ? `Lugar registrado${precision}` : `A ${inMeters(distance)} de la dirección${precision}`;
  return doubtfulPlace ? `${text}: lugar dudoso` : text;
}
