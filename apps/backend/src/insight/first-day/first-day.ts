import { type FirstDay, FIRST_DAY_STEPS, type FirstDayStep } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';

/** Whether the data of each step exists. Each condition ends at the first row that it finds. */
const HAS: Record<FirstDayStep, (office: OfficeKey) => RawBuilder<boolean>> = {
  // Somebody has looked at its settings, or the company has grown.
  office: ({ companyId, officeId }) =>
    sql<boolean>`(
      exists (select from offices where id = ${officeId} and (version > 1 or settings_version > 1))
      or exists (select from offices where company_id = ${companyId} and id <> ${officeId})
    )`,
  // The first person was created by command.
  people: ({ officeId }) =>
    sql<boolean>`(select count(*) from (select from users where office_id = ${officeId} limit 2) as found) = 2`,
  couriers: ({ officeId }) => sql<boolean>`exists (select from couriers where office_id = ${officeId})`,
  clients: ({ companyId }) => sql<boolean>`exists (select from clients where company_id = ${companyId})`,
  order: ({ officeId }) => sql<boolean>`exists (select from order_details where office_id = ${officeId})`,
  phone: ({ officeId }) => sql<boolean>`exists (select from courier_devices where office_id = ${officeId})`,
  delivery: ({ officeId }) =>
    sql<boolean>`exists (select from order_progress where office_id = ${officeId} and state = 'entregada')`,
};

/** @returns what exists of an office's first day, read from the data itself. */
export async function readFirstDay(db: Database, office: OfficeKey): Promise<FirstDay> {
  const row = await db
    .selectFrom('offices')
    .select('first_day_skipped as skipped')
    .select(FIRST_DAY_STEPS.map((step) => HAS[step](office).as(step)))
    .where(isOffice(office))
    .executeTakeFirstOrThrow();
  return { done: FIRST_DAY_STEPS.filter((step) => row[step]), skipped: row.skipped };
}

/** Hides the guide in an office, or shows it again. Writes no event: the work does not change. */
export async function skipFirstDay(
  { db }: PlatformServices,
  dispatcher: Dispatcher,
  skipped: boolean,
): Promise<FirstDay> {
  await db.updateTable('offices').set({ first_day_skipped: skipped }).where(isOffice(dispatcher)).execute();
  return readFirstDay(db, dispatcher);
}
