import { type OrderFields } from '@despacho/contracts/dispatch';
import { instantOf } from '../dispatch/zoned-time.ts';

/** When an order must have been delivered: at the end of its window, else of its day, by the office's clocks. */
export const dueAt = ({ date, windowTo }: Pick<OrderFields, 'date' | 'windowTo'>, timeZone: string): Date =>
  instantOf(date, windowTo ?? '24:00', timeZone);
