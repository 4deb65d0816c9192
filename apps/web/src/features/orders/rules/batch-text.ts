import { type Order } from '@despacho/contracts/dispatch';
import { formatDay, dayIn } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';

/**
 * Describes the orders of one import. The filter has only the import's id, but all its orders were created together.
 * @param orders those of the import that are loaded.
 * @param today the current date in the zone: «2026-11-22».
 * @returns «Importadas el 22 nov, 14:05», by an IANA zone.
 */
export function batchText(orders: readonly Pick<Order, 'createdAt'>[], timeZone: string, today: string): string {
  const [first] = orders;
  if (!first || orders.some(({ createdAt }) => createdAt !== first.createdAt)) return 'De una misma importación';
  const day = formatDay(dayIn(timeZone, Date.parse(first.createdAt)), today);
  return `Importada${orders.length === 1 ? '' : 's'} el ${day}, ${formatTime(first.createdAt, timeZone)}`;
}
