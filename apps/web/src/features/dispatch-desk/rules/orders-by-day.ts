import { carryDay } from '@despacho/contracts/dispatch';

/** @returns the days on which orders are carried, earliest first, each with its orders. */
export const ordersByDay = <Each extends { date: string }>(
  orders: readonly Each[],
  today: string,
): (readonly [day: string, orders: readonly Each[]])[] =>
  [...Map.groupBy(orders, ({ date }) => carryDay(date, today))].sort(([one], [other]) => one.localeCompare(other));
