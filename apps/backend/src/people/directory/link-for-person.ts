import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { linkedAt } from '../providers/provider-link.ts';
import { allowsPasswords } from '../passwords/allows-passwords.ts';
import { insertLink, type LinkTable } from '../tokens/one-time-links.ts';
import { type Account } from './accounts-repository.ts';
import { lockPersonOfS, requireNotAlone } from './person-of-s.ts';

const INACTIVE = 'La cuenta no está activa; actívela primero';
const OWN: Record<LinkTable, string> = {
  password_links: 'Para cambiar su propia contraseña use «Mis sesiones»',
  provider_invitations: 'Su propia cuenta se vincula en «Mis sesiones»',
};
const NO_PASSWORDS = 'En su empresa ya no se ingresa con contraseña; invite a la persona con la cuenta de la empresa';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'providers'>;

/** @throws Refusal unprocessable if the company has no provider; conflict if the person is linked with it. */
async function requireUnlinked(trx: Database, { providers }: Needed, person: Account): Promise<void> {
  const provider = providers.ofCompany(person.ruc);
  if (!provider) throw new Refusal('unprocessable', 'Su empresa no tiene cuentas con las que se pueda ingresar');
  if (await linkedAt(trx, person, provider))
    throw conflict('Esta persona ya tiene vinculada la cuenta de su empresa; desvincúlela primero');
}

/**
 * Creates a one-time link of a table for a person of the office in the request, under the locks of both.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01;
 * unprocessable for an account that is not active, and if the caller removed or permitted its second factor a short time
 * ago; for an invitation also as `requireUnlinked`, for a password link also if the company does not allow passwords.
 */
const createLink = (
  services: Needed,
  dispatcher: Dispatcher,
  userId: string,
  table: LinkTable,
): Promise<NewPasswordLink> =>
  transact(services.db, async (trx) => {
    const { caller, person } = await lockPersonOfS(trx, dispatcher, userId, OWN[table]);
    if (person.state !== 'active') throw new Refusal('unprocessable', INACTIVE);
    if (table === 'provider_invitations') await requireUnlinked(trx, services, person);
    else if (!(await allowsPasswords(trx, person))) throw new Refusal('unprocessable', NO_PASSWORDS);
    const now = services.clock();
    await requireNotAlone(trx, { caller, person, did: ['factor.removed', 'factor.permitted'], now });
    const { secret, expiresAt } = await insertLink(trx, table, { person, actor: caller, now });
    return { fragment: secret, username: person.username, user: person.user, expiresAt: expiresAt.toISOString() };
  });

/** Creates the link with which a person chooses a new password. */
export const linkForPerson = (services: Needed, dispatcher: Dispatcher, userId: string): Promise<NewPasswordLink> =>
  createLink(services, dispatcher, userId, 'password_links');

/** Creates the link with which a person links their account at the company's provider. */
export const inviteToProvider = (services: Needed, dispatcher: Dispatcher, userId: string): Promise<NewPasswordLink> =>
  createLink(services, dispatcher, userId, 'provider_invitations');
