import { type Kysely, sql } from 'kysely';

/**
 * Changes of accounts in the last hour, which gateways poll. A trigger records them, so that every statement that
 * changes a user is covered, including an operator's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_changes (
      id bigint generated always as identity primary key,
      user_id text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_changes_age on account_changes (at)`.execute(db);
  await sql`
    create function record_account_change() returns trigger language plpgsql as $$
    begin
      delete from account_changes where at < now() - interval '1 hour';
      insert into account_changes (user_id) values (old.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger account_changed after update on users
    for each row when (old.* is distinct from new.*) execute function record_account_change()`.execute(db);
  await sql`
    create trigger account_deleted after delete on users
    for each row execute function record_account_change()`.execute(db);
}
