import { type Kysely, sql } from 'kysely';

/** Finds payments of a company by the number of their operation, as people write it: spaces, dashes and leading zeros differ. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create function operation_number(written text) returns text language sql immutable parallel safe as $$
      select ltrim(upper(regexp_replace(written, '[^0-9A-Za-z]', '', 'g')), '0')
    $$`.execute(db);
  await sql`
    create index money_entries_operation on money_entries (company_id, means, operation_number(operation), at)
    where operation is not null`.execute(db);
}
