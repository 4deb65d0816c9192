import { type ActivityLine } from '@despacho/contracts/dispatch';
import { dayText, isDayChange, ordersText } from '../../../shared/live/activity-entries.ts';

/** @returns what a line says after the name: «asignó 12 órdenes a Hugo Paredes». */
export function activityText({ what, orders, count, courier }: ActivityLine): string {
  if (isDayChange(what)) return dayText(what, courier ?? '');
  const codes = count === 1 ? orders.map(({ code }) => code) : Array.from({ length: count }, () => '');
  const to = what === 'asignada' || what === 'reasignada' ? (courier ?? undefined) : undefined;
  return ordersText(what, codes, to);
}
