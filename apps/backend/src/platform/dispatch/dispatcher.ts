import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import { DAY_TURNS_AT, SYSTEM_ACTOR } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { OPERATOR, seesWholeCompany } from '../person.ts';
import { notFound, OfficeRefusal, Refusal } from '../refusal.ts';
import { type OfficeTime } from './working-day.ts';

/** A person working in one office: the caller of every dispatch operation. */
export interface Dispatcher extends OfficeTime {
  /** Identifies the person, independent of the office. */
  sub: string;
  username: string;
  user: string;
  charge: string;
  companyId: string;
  officeId: string;
  /** The person's own office, if it may differ from that of the request. */
  homeOfficeId?: string;
  /** Set for a phone and for the service itself. A name proves nothing: a person may be called «sistema». */
  isPerson?: false;
  /** Set for the server's operator, by `operatorIn` alone: no claim of an assertion sets it. */
  isOperator?: true;
}

/** @returns the key under which limits of a person are counted. */
export const personKey = ({ companyId, sub }: Dispatcher): string => `${companyId} ${sub}`;

type Office = Pick<Dispatcher, 'companyId' | 'officeId' | 'timeZone'> & Partial<OfficeTime>;

const notPersonIn = ({ companyId, officeId, timeZone, dayTurnsAt = DAY_TURNS_AT }: Office) =>
  ({ companyId, officeId, timeZone, dayTurnsAt, isPerson: false }) as const;

/** The server's operator in one office: may do what charge S and every module allow, and has no account. */
export const operatorIn = (office: Office): Dispatcher => ({
  ...notPersonIn(office),
  ...OPERATOR,
  sub: OPERATOR.username,
  charge: CHARGE_ALL_OFFICES,
  isOperator: true,
});

/** The author of changes that no person makes. */
export const systemIn = (office: Office): Dispatcher => ({
  ...notPersonIn(office),
  ...SYSTEM_ACTOR,
  sub: `${office.officeId}/sistema`,
  charge: '',
});

/**
 * @param claims of the gateway's assertion.
 * @param officeId the office of the request.
 * @param dayTurnsAt when its working day turns.
 * @returns the caller according to the gateway's assertion, in that office, the office's state before anything else is
 * read, and whether it is closed.
 * @throws Refusal not-found for another office without charge S; OfficeRefusal for an office that this company does not
 * have, even if another company has it.
 */
export async function findDispatcher(
  db: Database,
  claims: AssertionClaims,
  officeId: string,
  dayTurnsAt: string,
): Promise<{ dispatcher: Dispatcher; stateId: string; isClosed: boolean }> {
  if (officeId !== claims.officeId && !seesWholeCompany(claims)) throw notFound();
  const unknown = () => new OfficeRefusal(officeId);
  if (claims.company === null) throw unknown();
  const { stateId, closed, ...office } = await db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select([
      'offices.id as officeId',
      'offices.time_zone as timeZone',
      'offices.state_id as stateId',
      'offices.closed',
      'companies.id as companyId',
    ])
    .where('companies.ruc', '=', claims.company)
    .where('offices.id', '=', officeId)
    .executeTakeFirstOrThrow(unknown);
  const { sub, username, user, charge } = claims;
  const dispatcher = { sub, username, user, charge, dayTurnsAt, homeOfficeId: claims.officeId, ...office };
  return { dispatcher, stateId, isClosed: closed !== null };
}

/** @throws Refusal forbidden for anyone without charge S. */
export function requireChargeS(dispatcher: Dispatcher): void {
  if (!seesWholeCompany(dispatcher)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
}
