import { type SelectQueryBuilder, sql } from 'kysely';
import { type Schema } from './schema.ts';

/** @returns the number of rows of a query that selects no columns. */
export const countRows = <Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> =>
  query
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count);
