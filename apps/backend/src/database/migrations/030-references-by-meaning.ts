import { type Kysely, sql } from 'kysely';

/**
 * References are unique by their normal form. Orders from before have no key; the service adds it, and renews their
 * searched texts, while it runs (`renew-texts.ts`), because the index of texts makes it hours for a million orders: this
 * is where that begins, from the newest order backwards. It includes what migration 015 left to do.
 *
 * Of existing orders that become equal, all but one get a `reference_copy` other than 0.
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
