import { type Kysely, sql } from 'kysely';

/**
 * What the map shows of a courier besides the place, as the device reported it: meters a second, and percent of its
 * battery. Null if unknown. And after how many minutes without a position a courier of the office counts as silent.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`alter table courier_positions add column speed real, add column battery smallint`.execute(db);
  await sql`alter table offices add column silence smallint`.execute(db);
}
