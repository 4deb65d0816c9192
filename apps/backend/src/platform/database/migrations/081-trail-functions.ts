import { type Kysely, sql } from 'kysely';

/**
 * The two functions that may change the trail. Databases of earlier versions have them with a `SET` clause of
 * `despacho.trail`, which only a superuser may declare. An error undoes `set_config` together with the (sub)transaction
 * in which it was called, so that the permission never outlives the function.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `create or replace function expire_trail(company text, before timestamptz, most integer) returns integer
    language plpgsql as $$
    declare removed integer;
    begin
      perform set_config('despacho.trail', 'expire', true);
      delete from trail where company_id = company and at < least(before, now() - interval '30 days') and id = any(array(
        select id from trail
        where company_id = company and at < least(before, now() - interval '30 days') order by at, id limit most));
      get diagnostics removed = row_count;
      perform set_config('despacho.trail', '', true);
      return removed;
    end $$`,
    "comment on function expire_trail is 'removes the oldest entries; never those of the last 30 days'",
    `create or replace function pseudonymise_trail(company text, person text, pseudonym text, display text) returns integer
    language plpgsql as $$
    declare
      acted integer;
      concerned integer;
    begin
      perform set_config('despacho.trail', 'pseudonymise', true);
      update trail set actor = pseudonym, actor_name = display where company_id = company and actor_id = person;
      get diagnostics acted = row_count;
      update trail set subject_name = display, details = details #- '{before,name}' #- '{after,name}'
        #- '{before,user}' #- '{after,user}' #- '{before,username}' #- '{after,username}'
      where company_id = company and subject_kind = 'user' and subject_id = person;
      get diagnostics concerned = row_count;
      perform set_config('despacho.trail', '', true);
      return acted + concerned;
    end $$`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
