import { type Kysely, sql } from 'kysely';

/** Index for the changes of couriers and views among the many order events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index events_courier on events (office_id, (data -> 'courier' ->> 'id'), position)
    where type = 'courier.changed'`.execute(db);
  await sql`
    create index events_view on events (office_id, (data -> 'view' ->> 'id'), position)
    where type = 'view.changed'`.execute(db);
}
