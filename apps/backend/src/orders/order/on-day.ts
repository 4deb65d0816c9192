import { type OrderFields } from '@despacho/contracts/dispatch';

/**
 * @param today the office's working day.
 * @returns the fields of an order that moves to a day: it is not on the way before that day.
 */
export const onDay = (
  { state }: Pick<OrderFields, 'state'>,
  date: string,
  today: string,
): Partial<Pick<OrderFields, 'date' | 'state'>> => ({
  date,
  ...(state === 'en_ruta' && date > today && { state: 'asignada' as const }),
});
