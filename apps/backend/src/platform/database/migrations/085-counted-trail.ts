import { type Kysely, sql } from 'kysely';

/** Counted rows of the trail keep the address and the request of the last time too. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table trail add column last_address text, add column last_request_id text',
    `create index trail_last_address on trail (company_id, last_address, at, id)
      where last_address is not null`,
    `create or replace function protect_trail() returns trigger language plpgsql as $$
    declare counted text[] := '{count,last_at,last_address,last_request_id}';
    begin
      if tg_op = 'UPDATE' then
        if old.entry_key like 'count:%' and new.count > old.count and new.last_at >= old.last_at
          and to_jsonb(new) - counted = to_jsonb(old) - counted then
          return new;
        end if;
        if current_setting('despacho.trail', true) = 'pseudonymise' then
          return new;
        end if;
      elsif tg_op = 'DELETE' and (current_setting('despacho.trail', true) = 'expire'
        or not exists (select from companies where id = old.company_id)) then
        return old;
      end if;
      raise exception 'the trail is append-only';
    end $$`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
