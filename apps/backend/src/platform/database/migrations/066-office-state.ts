import { type Kysely, sql } from 'kysely';

/**
 * Tables that reads of an office are made of. A change of any row renews the state of its office. Positions and uses of
 * phones are not among them: they change every few seconds, and no read that states its version depends on them.
 */
const TABLES = [
  'courier_days',
  'courier_notes',
  'couriers',
  'events',
  'evidence',
  'field_visits',
  'guest_acts',
  'money_balances',
  'money_entries',
  'order_details',
  'order_progress',
  'order_search',
  'photo_requests',
  'reasons',
  'views',
];

/**
 * Gives each office a state: a random id that every transaction replaces which changes the office or a row of it. A reader
 * who read the state before anything else has data of that state or newer ones. Random, and not counted, so that a
 * restored backup cannot repeat the state of other data.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table offices add column state_id uuid not null default gen_random_uuid()',
    // The setting ends with the transaction, or with the savepoint that set it.
    `create function renew_state() returns trigger language plpgsql as $$
      begin
        new.state_id := gen_random_uuid();
        perform set_config('despacho.renewed', new.id, true);
        return new;
      end $$`,
    'create trigger renew_state before update on offices for each row execute function renew_state()',
    `create function renew_state_of_office() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          update offices set state_id = default where id = old.office_id;
          return old;
        end if;
        update offices set state_id = default where id = new.office_id;
        return new;
      end $$`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Once per transaction: the condition is checked without calling the function. Before each row, because triggers after
  // it would all be queued before the first one runs.
  for (const table of TABLES)
    for (const [event, row] of [
      ['insert or update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql
        .raw(
          `create trigger renew_state_on_${event.replaceAll(' ', '_')} before ${event} on ${table} for each row
          when (current_setting('despacho.renewed', true) is distinct from ${row}.office_id)
          execute function renew_state_of_office()`,
        )
        .execute(db);
}
