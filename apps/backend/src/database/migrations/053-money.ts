import { type Kysely, sql } from 'kysely';

const PLACES = sql.raw("('repartidor', 'caja', 'cuenta', 'diferencias', 'tarifa', 'rendido')");

/**
 * Enters the payments of visits that have no entries yet, and the hand-over of days that were confirmed: their cash in
 * the cash desk, the rest in the account. Also used by the demonstration, which creates such visits.
 */
export async function enterPayments<S>(db: Kysely<S>): Promise<void> {
  await sql`
    insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person,
      means, target, amount, order_id)
    select details.company_id, progress.office_id, progress.courier_id, progress.visit_day, gen_random_uuid(), 'cobro',
      progress.closed_at, 'sistema', 'El sistema', progress.office_id || '/sistema',
      payment ->> 'means', 'repartidor', (payment ->> 'amount')::bigint, progress.order_id
    from order_progress as progress
    join order_details as details on details.office_id = progress.office_id and details.id = progress.order_id
    cross join jsonb_array_elements(progress.payments) as payment
    where progress.courier_id is not null and progress.visit_day is not null
      and (payment ->> 'amount')::bigint > 0
      and not exists (select from money_entries where money_entries.office_id = progress.office_id)
    order by progress.office_id, progress.visit_day, progress.courier_id, progress.closed_at`.execute(db);
  await sql`
    with days as (
      select *, gen_random_uuid() as handover, gen_random_uuid() as confirmation from courier_days
      where confirmed_at is not null and not exists (
        select from money_entries as known
        where known.office_id = courier_days.office_id and known.day = courier_days.day
          and known.courier_id = courier_days.courier_id and known.what = 'confirmacion')
    ), paid as (
      select days.handover, money.means, money.order_id, sum(money.amount) as amount
      from days join money_entries as money
        on money.office_id = days.office_id and money.day = days.day and money.courier_id = days.courier_id
      where money.what = 'cobro' and money.means <> 'efectivo'
      group by days.handover, money.means, money.order_id
      union all
      select days.handover, money.means, null, sum(money.amount)
      from days join money_entries as money
        on money.office_id = days.office_id and money.day = days.day and money.courier_id = days.courier_id
      where money.what = 'cobro' and money.means = 'efectivo'
      group by days.handover, money.means
    )
    insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person,
      means, source, target, amount, order_id)
    select company_id, office_id, courier_id, day, act, what, confirmed_at, confirmed_username, confirmed_user,
      office_id || '/' || confirmed_username, means, source, target, amount, order_id
    from (
      select days.*, 1 as place, handover as act, 'entrega' as what, null as means, null as source, null as target,
        null::bigint as amount, null::bigint as order_id
      from days where exists (select from paid where paid.handover = days.handover)
      union all
      select days.*, 2, days.handover, 'entrega', paid.means, 'repartidor',
        case when paid.means = 'efectivo' then 'caja' else 'cuenta' end, paid.amount::bigint, paid.order_id
      from days join paid on paid.handover = days.handover
      union all
      select days.*, 3, confirmation, 'confirmacion', null, null, null, null, null from days
    ) as entries
    order by office_id, day, courier_id, place`.execute(db);
  await sql`
    insert into money_balances (office_id, courier_id, day, means, place, reason, amount)
    select office_id, courier_id, day, means, place, '', sum(amount)::bigint
    from (
      select office_id, courier_id, day, means, target as place, amount from money_entries where target is not null
      union all
      select office_id, courier_id, day, means, source, -amount from money_entries where source is not null
    ) as moved
    where not exists (select from money_balances as known where known.office_id = moved.office_id)
    group by office_id, courier_id, day, means, place`.execute(db);
}

/**
 * The ledger of collected money. Entries are only added; `money_balances` is their sum by place, kept in the same
 * transaction. The places `tarifa` and `rendido` are for paying clients.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create table money_entries (
      company_id text not null references companies (id),
      office_id text not null,
      id bigint generated always as identity,
      courier_id bigint not null,
      day text not null,
      act uuid not null,
      what text not null,
      at timestamptz not null,
      by_username text not null,
      by_user text not null,
      person text not null,
      means text,
      source text check (source in ${PLACES}),
      target text check (target in ${PLACES}),
      amount bigint check (amount > 0),
      reason text,
      order_id bigint,
      operation text,
      note text,
      counted jsonb,
      undoes uuid,
      primary key (office_id, id),
      foreign key (office_id, courier_id) references couriers (office_id, id),
      check ((amount is null) = (means is null)),
      check (amount is null or source is distinct from target),
      check ((reason is not null) = (coalesce(source, '') = 'diferencias' or coalesce(target, '') = 'diferencias'))
    )`.execute(db);
  await sql`create index money_entries_of_day on money_entries (office_id, day, courier_id, id)`.execute(db);
  await sql`
    create unique index money_entries_undone on money_entries (office_id, undoes) where undoes is not null`.execute(db);
  await sql`
    create table money_balances (
      office_id text not null,
      courier_id bigint not null,
      day text not null,
      means text not null,
      place text not null,
      reason text not null default '',
      amount bigint not null,
      primary key (office_id, day, courier_id, means, place, reason),
      foreign key (office_id, courier_id) references couriers (office_id, id),
      check (amount >= 0 or place = 'diferencias')
    )`.execute(db);
  await sql`
    create index money_balances_held on money_balances (office_id, courier_id, day)
    where place = 'repartidor' and amount > 0`.execute(db);
  await sql`alter table offices add column cash_limit bigint`.execute(db);
  await enterPayments(db);
}
