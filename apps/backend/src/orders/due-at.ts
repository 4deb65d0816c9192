import { type OrderFields } from '@despacho/contracts/dispatch';
import { instantOf } from '../dispatch/zoned-time.ts';

/** When an order is due: at the end of its window, otherwise of its day, in the office's zone. */
export const dueAt = ({ date, windowTo }: Pick<OrderFields, 'date' | 'windowTo'>, timeZone: string): Date =>
  instantOf(date, windowTo ?? '24:00', timeZone);
