import { type Kysely, sql } from 'kysely';

/** «La puerta es aquí»: the last place that a courier marked as the door of an order. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `create table door_marks (
      company_id text not null,
      office_id text not null,
      order_id bigint not null,
      courier_id bigint not null,
      attempt integer not null,
      lat double precision not null,
      lng double precision not null,
      accuracy double precision not null,
      at timestamptz not null,
      day text not null,
      primary key (office_id, order_id),
      foreign key (office_id, order_id) references order_details (office_id, id),
      foreign key (office_id, courier_id) references couriers (office_id, id)
    )`,
    'create index door_marks_of_courier on door_marks (office_id, courier_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
