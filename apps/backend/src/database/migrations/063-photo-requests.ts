import { type Kysely, sql } from 'kysely';

/** «Pedir foto»: photos that couriers still have to take of closed orders, one for each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_requests (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      order_id bigint not null,
      courier_id bigint not null references couriers (id),
      visit uuid not null,
      kind text not null,
      asked_at timestamptz not null,
      by_username text not null,
      by_user text not null,
      answered_at timestamptz,
      primary key (office_id, order_id),
      foreign key (office_id, order_id) references order_details (office_id, id)
    )`.execute(db);
  await sql`
    create index photo_requests_open on photo_requests (office_id, courier_id, asked_at)
    where answered_at is null`.execute(db);
}
