import { ORDER_CHANGES, type OrderChanged } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { dayIn } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';

/** @returns two instants in a time zone, with their dates only if these differ. */
function momentsOf(one: string, other: string, timeZone: string): { day: string; one: string; other: string } {
  const isSameDay = dayIn(timeZone, Date.parse(one)) === dayIn(timeZone, Date.parse(other));
  const format = isSameDay ? formatTime : formatDateTime;
  return { day: isSameDay ? 'a las' : 'el', one: format(one, timeZone), other: format(other, timeZone) };
}

/** @returns when the visit took place, if it was not recorded just then, or what a correction changed; else null. */
export function visitText({ what, at, before, after }: OrderChanged, timeZone: string): string | null {
  const { closedAt } = after;
  if (!closedAt) return null;
  if (what === 'corregida' || (what === 'visita_aceptada' && before.closedAt)) {
    if (!before.closedAt) return null;
    const { one, other } = momentsOf(closedAt, before.closedAt, timeZone);
    return one === other ? null : `Hora de la visita: ${one}, no ${other}`;
  }
  const ending = what === 'visita_aceptada' ? after.state : what;
  if (ending !== 'entregada' && ending !== 'no_entregada') return null;
  const { day, one, other } = momentsOf(closedAt, at, timeZone);
  return one === other ? null : `${ORDER_CHANGES[ending]} ${day} ${one}; registrada ${day} ${other}`;
}
