import { type AssertionClaims } from '@despacho/contracts/assertion';
import { type Database } from '../database/open-database.ts';
import { seesWholeCompany } from '../person.ts';
import { notFound, Refusal } from '../refusal.ts';

/** Someone at work in one office, as the verbs of the dispatch domain are told who is asking. */
export interface Dispatcher {
  /** Names the person, whatever office is looked at. */
  sub: string;
  username: string;
  user: string;
  charge: string;
  companyId: string;
  officeId: string;
  timeZone: string;
}

/**
 * @param officeId the office the request is about.
 * @returns who the gateway says is asking, in that office.
 * @throws Refusal not-found for an office of another company, or of the own one without charge S.
 */
export async function findDispatcher(db: Database, claims: AssertionClaims, officeId: string): Promise<Dispatcher> {
  if (claims.company === null || (officeId !== claims.officeId && !seesWholeCompany(claims))) throw notFound();
  const office = await db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id as officeId', 'offices.time_zone as timeZone', 'companies.id as companyId'])
    .where('companies.ruc', '=', claims.company)
    .where('offices.id', '=', officeId)
    .executeTakeFirst();
  if (!office) throw notFound();
  const { sub, username, user, charge } = claims;
  return { sub, username, user, charge, ...office };
}

/** @throws Refusal forbidden for whoever is not in charge of the whole company. */
export function requireChargeS(dispatcher: Dispatcher): void {
  if (!seesWholeCompany(dispatcher)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
}
