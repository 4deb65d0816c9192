import { type Kysely, sql } from 'kysely';

/**
 * Old rows that another transaction is deleting are skipped. Waiting for it while holding the row of a user can deadlock
 * with a transaction that changes several users.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function record_account_change() returns trigger language plpgsql as $$
    begin
      delete from account_changes where id in (
        select id from account_changes where at < now() - interval '1 hour' order by id limit 1000
        for update skip locked);
      insert into account_changes (user_id) values (old.id);
      return null;
    end $$`.execute(db);
}
