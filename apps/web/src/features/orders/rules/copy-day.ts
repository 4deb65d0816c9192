import { type Order } from '@despacho/contracts/dispatch';
import { dayAfter } from '#shared/format/format-day.ts';

/**
 * @param today date and `time` (HH:MM) by the office's clock: after midnight the windows of the working day have ended.
 * @returns the day of an order's copy: the order's own, or the first on which its window has not ended.
 */
export function copyDay({ date, window }: Pick<Order, 'date' | 'window'>, today: string, time: string): string {
  if (date > today) return date;
  return window !== null && window.to <= time ? dayAfter(today, 1) : today;
}
