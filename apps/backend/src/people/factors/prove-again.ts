import { type FactorOutcome, type FactorProof } from '@despacho/contracts/factor-calls';
import { transact } from '#platform/database/transact.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { proveIdentity } from '../tokens/access-tokens.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { findForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;
type Account = Pick<FactorProof, 'sucursal' | 'username'>;

/** A recovery code ends the person's other tokens, as at a sign-in. */
const proveByCode = ({ db, clock, config }: Needed, { sucursal, username }: Account, code: string, keep: string) =>
  transact(db, async (trx): Promise<FactorOutcome> => {
    const known = await findForSignIn(trx, sucursal, username);
    if (!known) return { outcome: 'state' };
    await lockUsers(trx, [known.person.id]);
    // While the lock was awaited, the account may have been disabled, or the factor removed.
    const found = await findForSignIn(trx, sucursal, username);
    if (!found?.isActive || !found.hasFactor || found.person.id !== known.person.id) return { outcome: 'state' };
    const { person } = found;
    const checked = await checkCode(trx, { config }, { person, code, now: clock() });
    if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
    if (checked === 'recovery') await deleteTokens(trx, person.id, keep);
    return { outcome: 'proved', by: checked === 'app' ? 'factor' : 'recovery' };
  });

/**
 * Proves again who is signed in: with a code if the account has a second factor, else with its password. A password is not
 * looked at beside a factor, so that it cannot be guessed here.
 * @returns `proved`, or why not: `state` if the other one is needed.
 * @throws Refusal busy if many passwords are being checked.
 */
export async function proveAgain(services: Needed, given: FactorProof): Promise<FactorOutcome> {
  const { sucursal, username, current: password, code, keep } = given;
  if (code !== undefined) return proveByCode(services, given, code, keep);
  const known = await findForSignIn(services.db, sucursal, username);
  if (password === undefined || known?.hasFactor) return { outcome: 'state' };
  try {
    // A factor may have been added while the password was checked.
    const { hasFactor } = await proveIdentity(services, { sucursal, username, password });
    return hasFactor ? { outcome: 'state' } : { outcome: 'proved', by: 'password' };
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') return { outcome: 'password' };
    throw error;
  }
}
