import { type MoneyFigures } from '@despacho/contracts/dispatch';

/**
 * @returns the share in percent of each means in what is collected and still to be collected, and the sum collected;
 * shares of orders, and null, where amounts are hidden.
 */
export function moneyParts({ means, open, openOrders }: MoneyFigures): { parts: number[]; collected: number | null } {
  const isHidden = open === null;
  const values = means.map(({ amount, orders }) => (isHidden ? orders : (amount ?? 0)));
  const sum = values.reduce((all, each) => all + each, 0);
  const whole = sum + (isHidden ? openOrders : open);
  return { parts: values.map((value) => (whole === 0 ? 0 : (100 * value) / whole)), collected: isHidden ? null : sum };
}
