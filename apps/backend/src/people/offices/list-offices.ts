import { type Office } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import { seesWholeCompany } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';

/** @returns the offices a person may access, closed ones included: all of the company with charge S, otherwise their own. */
export async function listOffices(
  { db, config }: PlatformServices,
  person: Pick<AssertionClaims, 'company' | 'officeId' | 'charge'>,
): Promise<Office[]> {
  if (person.company === null) return [];
  const offices = db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id', 'offices.name', 'offices.time_zone as timeZone', 'offices.closed'])
    .where('companies.ruc', '=', person.company)
    .orderBy('offices.created_at')
    .orderBy('offices.id');
  const rows = await (seesWholeCompany(person) ? offices : offices.where('offices.id', '=', person.officeId)).execute();
  return rows.map(({ closed, ...row }) => ({
    ...row,
    dayTurnsAt: config.dayTurnsAt,
    ...(closed && { closed: true as const }),
  }));
}
