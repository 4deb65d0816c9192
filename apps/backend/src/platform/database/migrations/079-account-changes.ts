import { type Kysely, sql } from 'kysely';

/**
 * Row triggers only do work whose cost does not depend on table size. The trigger of account changes also deleted old
 * records, a page for each changed user, which with outdated statistics read the whole table: a sweep does that now. The
 * trigger of client notes renews the offices of the company once per transaction instead of for each note.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create or replace function record_account_change() returns trigger language plpgsql as $$
    begin
      insert into account_changes (user_id) values (old.id);
      return null;
    end $$`.execute(db);
  // The setting ends with the transaction, or with a rollback to a savepoint before it.
  await sql`
    create or replace function renew_states_of_company() returns trigger language plpgsql as $$
    declare
      changed record := case when tg_op = 'DELETE' then old else new end;
    begin
      if current_setting('despacho.renewed_company', true) is distinct from changed.company_id then
        update offices set state_id = default where company_id = changed.company_id;
        perform set_config('despacho.renewed_company', changed.company_id, true);
      end if;
      return changed;
    end $$`.execute(db);
}
