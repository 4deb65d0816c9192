import { type OrderRow } from './order-row.ts';

/**
 * Whether a person who saw this version of an order may decide about it. The place that the system found since then is
 * no change they would decide differently about.
 */
export const isCurrent = (row: Pick<OrderRow, 'version' | 'changed_what'>, seen: number): boolean =>
  row.version === seen || (row.version === seen + 1 && row.changed_what === 'ubicada');
