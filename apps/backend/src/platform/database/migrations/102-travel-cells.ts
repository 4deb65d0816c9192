import { type Kysely, sql } from 'kysely';

/** How far and how fast the couriers of an office drive. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create table travel_cells (
      company_id text not null,
      office_id text not null references offices (id),
      band integer not null,
      distance_class integer not null,
      day text not null,
      legs integer not null,
      straight double precision not null,
      along double precision not null,
      seconds double precision not null,
      primary key (office_id, band, distance_class)
    )`.execute(db);
}
