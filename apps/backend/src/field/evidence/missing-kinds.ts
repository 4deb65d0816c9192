import { DEFAULT_REQUIREMENTS, type EvidenceKind, type PhotoRequirements } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/**
 * The rule for missing proof: the photos that the office, then the client, requires for the order's result and that the
 * last visit lacks. Open and annulled orders lack nothing. The phone requires photos by the same rule (`VisitScreen`).
 * @param office the photos that the order's office requires.
 * @param only limits the search to one kind.
 * @returns an expression for the missing kinds. The query names the order's row `progress`.
 */
export const missingKinds = (office: PhotoRequirements, only?: EvidenceKind): RawBuilder<EvidenceKind[]> => {
  const required = (column: keyof PhotoRequirements) => sql`${office[column]}::text[] || (
      select known.${sql.ref(column)} from order_details as sent
      join client_notes as known on known.company_id = sent.company_id and known.client_id = sent.client_id
      where sent.office_id = progress.office_id and sent.id = progress.order_id
    )`;
  return sql`array(
    select kind from unnest(case progress.state
      when 'entregada' then ${required('delivered')} when 'no_entregada' then ${required('failed')}
    end) with ordinality as required (kind, place)
    where ${only === undefined ? sql`true` : sql`kind = ${only}`} and not exists (
      select from evidence
      where evidence.office_id = progress.office_id and evidence.order_id = progress.order_id
        and evidence.attempt = progress.attempt and evidence.kind = required.kind
    ) group by kind order by min(place)
  )`;
};

/** @returns the photos that an office requires. */
export async function readRequirements(db: Database, { officeId }: Pick<OfficeKey, 'officeId'>) {
  const { photo_requirements } = await db
    .selectFrom('offices')
    .select('photo_requirements')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  return photo_requirements ?? DEFAULT_REQUIREMENTS;
}

/** @returns the photos that an order of the office lacks; none for an unknown order. */
export async function missingOfOrder(db: Database, office: OfficeKey, id: number): Promise<EvidenceKind[]> {
  const { rows } = await sql<{ kinds: EvidenceKind[] }>`
    select ${missingKinds(await readRequirements(db, office))} as kinds
    from order_details as details
    join order_progress as progress on progress.office_id = details.office_id and progress.order_id = details.id
    where ${inOffice(office, 'details')} and details.id = ${id}`.execute(db);
  return rows[0]?.kinds ?? [];
}
