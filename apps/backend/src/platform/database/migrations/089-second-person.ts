import { type Kysely, sql } from 'kysely';

/**
 * What couriers may spend, and cashiers receive in excess, without another person, in céntimos; 0 for no bound. Agreements
 * are entries with their matter and amount. The index finds expenses of the last weeks among all balances.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    alter table offices add column expense_limit bigint not null default 3000,
      add column surplus_limit bigint not null default 10000`.execute(db);
  await sql`alter table money_entries add column matter text, add column agreed bigint`.execute(db);
  await sql`
    create index money_balances_explained on money_balances (office_id, day)
    where place = 'diferencias' and amount > 0`.execute(db);
}
