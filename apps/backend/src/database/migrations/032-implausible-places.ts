import { MAX_PLACE_KM } from '@despacho/contracts/dispatch';
import { type Kysely, sql } from 'kysely';
import { officeProvince } from '../../districts/office-province.ts';
import { placeJudge } from '../../places/judge-places.ts';
import { type Schema } from '../schema.ts';

/** Orders per step. */
const STEP = 5000;

interface Row {
  id: number;
  company_id: string;
  office_id: string;
  ubigeo: string;
  lat: number;
  lng: number;
}

/**
 * Marks orders with implausible coordinates as approximate, and keeps the coordinates. The next start of the service
 * logs how many (`report-marked.ts`).
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const judges = new Map<string, ReturnType<typeof placeJudge>>();
  const judgeOf = async ({ company_id: companyId, office_id: officeId }: Row) => {
    const known = judges.get(officeId);
    if (known) return known;
    const judge = placeJudge(await officeProvince(db, { companyId, officeId }), MAX_PLACE_KM);
    judges.set(officeId, judge);
    return judge;
  };
  let marked = 0;
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`
      select id, company_id, office_id, ubigeo, lat, lng from order_details
      where id > ${last} order by id limit ${STEP}`.execute(db);
    const ids: number[] = [];
    for (const row of rows) if ((await judgeOf(row))(row).kind === 'implausible') ids.push(row.id);
    if (ids.length > 0) {
      const { numAffectedRows } = await sql`
        update order_details set approximate = true
        where id = any(${ids}::bigint[]) and not approximate`.execute(db);
      marked += Number(numAffectedRows ?? 0);
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < STEP) break;
  }
  if (marked > 0) await sql`insert into meta (key, value) values ('implausible_places', ${String(marked)})`.execute(db);
}
