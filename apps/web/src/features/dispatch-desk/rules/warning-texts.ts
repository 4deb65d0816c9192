import { type Receipt, type Warning, WARNINGS } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { formatKilograms } from '#features/couriers/rules/load.ts';

const warningText = ({ kind, by, day }: Warning): string =>
  `${WARNINGS[kind]}${day === undefined ? '' : ` el ${formatDay(day, day)}`} (${kind === 'weight' ? formatKilograms(by) : orderCount(by)})`;

/** @returns the warnings of executed requests as text: «Supera su capacidad de órdenes (2 órdenes)». */
export const warningTexts = (receipts: readonly Pick<Receipt, 'warnings'>[]): string[] => [
  ...new Set(receipts.flatMap(({ warnings }) => warnings.map(warningText))),
];
