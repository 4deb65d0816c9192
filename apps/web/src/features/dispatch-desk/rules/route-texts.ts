import { DISTANCE_SOURCES, type RankedCourier, type RouteFigures, type Suggestion } from '@despacho/contracts/dispatch';
import { formatNumber, signedNumber } from '#shared/format/format-number.ts';
import { durationText } from '#features/orders/rules/arrival-text.ts';

/** @param minute since midnight of the working day. @returns the time of day: «17:05», also of the morning after. */
export function clockText(minute: number): string {
  const whole = Math.round(minute);
  return [Math.floor(whole / 60) % 24, whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** @returns a distance in kilometres: «12.4 km». */
export const kmText = (km: number): string => `${formatNumber(km)} km`;

/** @returns how many orders are late: «3 tarde», «ninguna tarde». */
export const lateText = (late: number): string => (late === 0 ? 'ninguna tarde' : `${formatNumber(late)} tarde`);

/** @returns the figures of a route in one line: «12.4 km · 5 h 10 min · termina 17:05 · 2 tarde». */
export const figuresText = ({ km, minutes, endsAt, late }: RouteFigures): string =>
  [
    kmText(km),
    durationText(60_000 * minutes),
    `termina ${clockText(endsAt)}`,
    ...(late > 0 ? [lateText(late)] : []),
  ].join(' · ');

/** @returns what more orders cost a courier: «+3.2 km · +14 min», «−1 km · +2 h 10 min», «sin desvío». */
export function addedText({ km, minutes }: Pick<RouteFigures, 'km' | 'minutes'>): string {
  const [far, long] = [Math.round(10 * km) / 10, Math.round(minutes)];
  const parts = [
    ...(far === 0 ? [] : [`${signedNumber(far)} km`]),
    ...(long === 0 ? [] : [`${long > 0 ? '+' : '−'}${durationText(60_000 * Math.abs(long))}`]),
  ];
  return parts.length === 0 ? 'sin desvío' : parts.join(' · ');
}

/** @returns which orders become late with more orders: «atrasa D-0123 8 min», «atrasa D-0123 8 min y 2 más». */
export function delayedText({ late: [first, ...others] }: Pick<RankedCourier, 'late'>): string | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` y ${others.length} más`;
  return `atrasa ${first.code} ${durationText(60_000 * first.minutes)}${more}`;
}

/** @returns what the distances of a proposal were computed from, for its introduction. */
export function distancesText({ distances, isCut }: Pick<Suggestion, 'distances' | 'isCut'>): string {
  const source = distances.hasFallenBack
    ? 'El servidor de calles no respondió: las distancias son en línea recta, con un desvío habitual.'
    : distances.source === 'direct'
      ? 'Distancias en línea recta, con un desvío habitual.'
      : `Distancias por ${DISTANCE_SOURCES[distances.source].toLowerCase()}.`;
  return isCut ? `${source} Se acabó el tiempo: con más podría haber un orden mejor.` : source;
}

/** @returns the sum of the figures of several routes; the latest end. Null if one is missing. */
export function totalOf(all: readonly (RouteFigures | null)[]): RouteFigures | null {
  const total: RouteFigures = { km: 0, minutes: 0, endsAt: 0, late: 0, lateMinutes: 0 };
  for (const each of all) {
    if (!each) return null;
    total.km += each.km;
    total.minutes += each.minutes;
    total.endsAt = Math.max(total.endsAt, each.endsAt);
    total.late += each.late;
    total.lateMinutes += each.lateMinutes;
  }
  return total;
}
