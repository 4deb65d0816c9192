import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

export interface Subject {
  kind: string;
  id: string;
  name?: string;
}

/** For a row of the office, by kind: the order that it belongs to, or what it shows. */
const NAMES = {
  order: sql`select 'order' as kind, id, code as name from order_details as found`,
  photo: sql`select 'order' as kind, details.id, details.code as name from evidence as found
    join order_details as details on details.office_id = found.office_id and details.id = found.order_id`,
  visit: sql`select 'order' as kind, details.id, details.code as name from field_visits as found
    join order_details as details on details.office_id = found.office_id and details.id = found.order_id`,
  guestLink: sql`select 'guestLink' as kind, found.id, coalesce(details.code, found.client_name) as name
    from guest_links as found
    left join order_details as details on details.office_id = found.office_id and details.id = found.order_id`,
} as const;

/**
 * @returns the displayed subject of a report: the order of a photo or of a visit by its code, and what a link shows.
 * Unchanged if the office does not have it, or for other kinds: couriers are named on reading, because they may be
 * erased.
 */
export async function nameSubject(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  subject: Subject,
): Promise<Subject> {
  const { kind, id } = subject;
  if (!Object.hasOwn(NAMES, kind) || !/^\d{1,15}$/.test(id)) return subject;
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    ${NAMES[kind as keyof typeof NAMES]}
    where found.company_id = ${companyId} and found.office_id = ${officeId} and found.id = ${id}::bigint`.execute(trx);
  const [found] = rows;
  return found ? { ...found, id: String(found.id) } : subject;
}
