import { type FactorOutcome, type FactorProof } from '@despacho/contracts/factor-calls';
import { transact } from '#platform/database/transact.ts';
import { type PlatformServices } from '#platform/services.ts';
import { proveIdentity } from '../tokens/access-tokens.ts';
import { findForSignIn, lockNamed } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';

/**
 * Proves again who is signed in: with a code if the account has a second factor, else with its password. A password is not
 * looked at beside a factor, so that it cannot be guessed here.
 * @returns `proved`, or why not: `state` if the other one is needed.
 * @throws Refusal busy if many passwords are being checked.
 */
export async function proveAgain(
  services: Pick<PlatformServices, 'db' | 'clock' | 'config'>,
  { current: password, code, keep, ...account }: FactorProof,
): Promise<FactorOutcome> {
  const { db, clock } = services;
  if (code !== undefined)
    return transact(db, async (trx): Promise<FactorOutcome> => {
      const found = await lockNamed(trx, account);
      return found?.hasFactor
        ? checkCode(trx, services, { person: found.person, code, keep, now: clock() })
        : { outcome: 'state' };
    });
  const known = await findForSignIn(db, account);
  if (password === undefined || known?.hasFactor) return { outcome: 'state' };
  if (!(await proveIdentity(services, { ...account, password }))) return { outcome: 'password' };
  // A factor may have been added while the password was checked.
  const found = await findForSignIn(db, account);
  return found?.hasFactor ? { outcome: 'state' } : { outcome: 'proved', by: 'password' };
}
