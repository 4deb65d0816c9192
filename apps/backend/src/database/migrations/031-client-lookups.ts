import { type Kysely, sql } from 'kysely';

/** Hashes of the codes and RUC that each person looked up in the last hour without finding a client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_lookups (
      company_id text not null references companies (id),
      person text not null,
      word text not null,
      at timestamptz not null,
      primary key (company_id, person, word)
    )`.execute(db);
  await sql`create index client_lookups_at on client_lookups (at)`.execute(db);
}
