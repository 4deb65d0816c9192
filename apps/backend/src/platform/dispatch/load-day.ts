import { sql } from 'kysely';

/** A day of a load, beside today: what was left from earlier days is carried today. */
export interface LoadDay {
  day: string;
  today: string;
}

/** The condition that an order whose date is in this column is carried on a day. */
export const carriedOn = (column: string, { day, today }: LoadDay) =>
  day <= today ? sql<boolean>`${sql.ref(column)} <= ${day}` : sql<boolean>`${sql.ref(column)} = ${day}`;
