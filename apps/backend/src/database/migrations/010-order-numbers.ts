import { type Kysely, sql } from 'kysely';

/**
 * Order codes come from a sequence per company, which takes no lock. Before, the company's row was locked until the end
 * of each transaction that created orders. That lock also kept references of non-client senders unique, which an index
 * now does.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  // Ids may be longer than a sequence name.
  await sql`
    create function order_numbers_of(company text) returns regclass language sql stable as
    $$ select ('order_numbers_' || md5(company))::regclass $$`.execute(db);
  await sql`
    create function keep_order_numbers() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        execute format('create sequence %I', 'order_numbers_' || md5(new.id));
      else
        execute format('drop sequence %I', 'order_numbers_' || md5(old.id));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger keep_order_numbers after insert or delete on companies
    for each row execute function keep_order_numbers()`.execute(db);
  await sql`
    do $$
    declare company record;
    begin
      for company in select id, order_number from companies loop
        execute format('create sequence %I start %s', 'order_numbers_' || md5(company.id), company.order_number + 1);
      end loop;
    end $$`.execute(db);
  await sql`alter table companies drop column order_number`.execute(db);
  // Existing duplicates cannot be fixed here: the index covers only later rows.
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(last), 0)::integer as last from (
      select max(id) as last from order_details where client_id is null and client_reference is not null
      group by company_id, lower(client_name), client_reference having count(*) > 1
    ) as repeated`.execute(db);
  await sql`
    create unique index orders_sender_reference on order_details (company_id, lower(client_name), client_reference)
    where client_id is null and client_reference is not null and id > ${sql.lit(rows[0]?.last ?? 0)}`.execute(db);
}
