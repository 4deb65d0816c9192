import { type Receipt, type Warning, WARNINGS } from '@despacho/contracts/dispatch';
import { orderCount } from '../../../shared/format/order-count.ts';
import { formatKilograms } from '../../couriers/rules/load.ts';

const MEASURES: Record<Warning['kind'], (by: number) => string> = {
  orders: orderCount,
  weight: formatKilograms,
  shift: orderCount,
  zone: orderCount,
  away: orderCount,
};

/** @returns the warnings of executed requests as text: «Supera su capacidad de órdenes (2 órdenes)». */
export const warningTexts = (receipts: readonly Pick<Receipt, 'warnings'>[]): string[] => [
  ...new Set(
    receipts.flatMap(({ warnings }) => warnings.map(({ kind, by }) => `${WARNINGS[kind]} (${MEASURES[kind](by)})`)),
  ),
];
