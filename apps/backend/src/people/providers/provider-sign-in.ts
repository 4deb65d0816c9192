import {
  type ProviderEnd,
  type ProviderOutcome,
  type ProviderProof,
  type ProviderSignIn,
} from '@despacho/contracts/provider-calls';
import { FACTOR_MISSING } from '@despacho/contracts/factor-calls';
import { transact } from '#platform/database/transact.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { missingProof, openStep } from '../tokens/open-step.ts';
import { findBySubject, findForSignIn, lockUsers } from '../users/users-repository.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config' | 'providers'>;

const REFUSED: ProviderOutcome = { outcome: 'refused' };

/**
 * Signs in the person who is linked with a verified subject. No password is read, so a temporary one stays.
 * @returns `signed-in`; `factor-due` for a person with a second factor, and `factor-missing` for one who must set it up,
 * unless the provider's token counts as the factor, which it does only after the person once proved both together.
 */
export async function signInBySubject(
  { db, clock, config, providers }: Needed,
  { issuer, sub, factor }: ProviderSignIn,
): Promise<ProviderOutcome> {
  const provider = providers.byIssuer(issuer);
  const named = provider && (await findBySubject(db, provider, sub));
  if (!named) return REFUSED;
  const now = clock();
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
  return transact(db, async (trx): Promise<ProviderOutcome> => {
    // Read again under the lock: the account may have been disabled, moved or unlinked.
    await lockUsers(trx, [named.person.id]);
    const found = await findBySubject(trx, provider, sub);
    if (!found?.isActive || found.person.id !== named.person.id) return REFUSED;
    const { id, username, office, ruc } = found.person;
    const missing = missingProof(found, now);
    if (missing && !(factor && (missing === FACTOR_MISSING || found.factorProved))) {
      const step = await openStep(trx, id, { missing, proved: 'provider', now });
      return { outcome: missing, step, sucursal: office.id, username };
    }
    const token = await issueToken(trx, id, { now, hours: config.tokenHours });
    return { outcome: 'signed-in', login: { token, sucursal: office.id, ruc }, username };
  });
}

/** @returns `proved` if the subject belongs to this account; `state` for a person with a second factor, who must use it. */
export async function proveBySubject(
  { db, providers }: Needed,
  { issuer, sub, ...named }: ProviderProof,
): Promise<ProviderOutcome> {
  const provider = providers.byIssuer(issuer);
  const found = provider && (await findBySubject(db, provider, sub));
  const account = await findForSignIn(db, named);
  if (!found?.isActive || found.person.id !== account?.person.id) return REFUSED;
  return { outcome: found.hasFactor ? 'state' : 'proved' };
}

/** Handles a logout at the provider. @param end whether to revoke all tokens. @returns the subject's account, or null. */
export async function endSubject({ db, providers }: Needed, { issuer, sub, end }: ProviderEnd) {
  const provider = providers.byIssuer(issuer);
  const found = provider && (await findBySubject(db, provider, sub));
  if (!found) return { account: null };
  const { id, username, office } = found.person;
  if (end) await transact(db, (trx) => deleteTokens(trx, id));
  return { account: { id, username, officeId: office.id } };
}
