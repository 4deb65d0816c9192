import { type Kysely, sql } from 'kysely';

/**
 * A start of a courier's day by the office, beside the courier's own, and whether the office ended it. When a courier was
 * informed about the tracker, and who recorded a notice on paper; null for one that was accepted on the phone. Failed
 * visits of a day whose orders are visited again or cancelled are found in the log.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table courier_days add column set_out_at timestamptz, add column ended_by_office boolean not null default false',
    'alter table courier_trackers add column notice_at timestamptz, add column notice_user text',
    `create index events_new_visits on events (office_id, (data -> 'before' ->> 'visitDay'))
      where type = 'order.changed' and data ->> 'what' in ('nueva_visita', 'anulada')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
