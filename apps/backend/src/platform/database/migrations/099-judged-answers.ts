import { type Kysely, sql } from 'kysely';

/** How exactly a geocoder's answer states a place, of which door, and the calls of each day. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table geocodes add column degree text, add column radius integer, add column door text',
    'create index geocodes_point on geocodes (lat, lng)',
    `create table geocoder_calls (
      day text not null,
      scope text not null,
      calls integer not null,
      primary key (day, scope)
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
