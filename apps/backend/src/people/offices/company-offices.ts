import { type CompanyOffice, type CompanyOffices, MAX_COUNTED_ORDERS, MAX_OFFICES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';

/** Each count is bounded, so that a list of a hundred large offices stays cheap. */
const officesOf = (db: Database, companyId: string) =>
  db
    .selectFrom('offices')
    .where('company_id', '=', companyId)
    .select([
      'id',
      'version',
      'name',
      'time_zone as timeZone',
      'province',
      'closed',
      sql<number>`(select count(*)::integer from users where office_id = offices.id)`.as('people'),
      sql<number>`(
        select count(*)::integer from couriers where office_id = offices.id and state <> 'retirado'
      )`.as('couriers'),
      sql<number>`(
        select count(*)::integer from courier_devices where office_id = offices.id and revoked_at is null
      )`.as('phones'),
      sql<number>`(
        select count(*)::integer from (
          select from order_progress
          where office_id = offices.id and state in ('pendiente', 'asignada', 'en_ruta') limit ${MAX_COUNTED_ORDERS}
        ) as open
      )`.as('openOrders'),
      sql<boolean>`(
        not exists (select from users where office_id = offices.id)
        and not exists (select from couriers where office_id = offices.id)
        and not exists (select from order_details where office_id = offices.id)
        and not exists (select from imports where office_id = offices.id)
      )`.as('isEmpty'),
    ]);

/** @returns the offices of a company, the oldest first. */
export const listCompanyOffices = (db: Database, companyId: string): Promise<CompanyOffice[]> =>
  officesOf(db, companyId).orderBy('created_at').orderBy('id').execute();

/** @throws Refusal not-found for an office of another company. */
export const readCompanyOffice = (db: Database, { companyId, officeId }: OfficeKey): Promise<CompanyOffice> =>
  officesOf(db, companyId).where('id', '=', officeId).executeTakeFirstOrThrow(notFound);

/** @returns the company's offices, its quota and the retention of the installation. */
export async function readCompanyOffices(
  { db, config }: PlatformServices,
  { companyId }: Dispatcher,
): Promise<CompanyOffices> {
  const company = await db
    .selectFrom('companies')
    .select(['name', 'storage_quota as quota', 'storage_used as used'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return {
    offices: await listCompanyOffices(db, companyId),
    most: MAX_OFFICES,
    company,
    retention: {
      ...config.retention,
      positions: config.positionRetentionDays,
      money: config.moneyRetentionDays,
    },
  };
}
