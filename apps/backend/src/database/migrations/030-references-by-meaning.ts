import { type Kysely, sql } from 'kysely';

/**
 * Makes references unique by their normal form. The running service adds the key to existing orders and renews their
 * searched texts (`renew-texts.ts`), because the index of texts makes that take hours for a million orders. This
 * migration stores where it starts: at the newest order, backwards. It includes the work that migration 015 left.
 *
 * Of existing orders with the same key, all but one get a `reference_copy` other than 0.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    alter table order_details
      add column reference_key text,
      add column reference_copy bigint not null default 0`.execute(db);
  await sql`
    create unique index orders_reference_key on order_details (company_id, reference_key, reference_copy)
    where reference_key is not null`.execute(db);
  await sql`delete from meta where key = 'search_without_district_up_to'`.execute(db);
  await sql`
    insert into meta (key, value)
    select 'texts_to_renew_up_to', max(order_id)::text from order_search having count(*) > 0`.execute(db);
}
