import { type ProviderLinkView } from '@despacho/contracts';
import { type ProviderLink, type ProviderOutcome, type ProviderUnlink } from '@despacho/contracts/provider-calls';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { type Provider } from '#platform/providers.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteLinks } from '../tokens/delete-links.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { lockLinkOwner } from '../tokens/one-time-links.ts';
import { type PasswordActor, placeOf } from '../tokens/store-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { type AccountName, findForSignIn, type FoundForSignIn, lockNamed } from '../users/users-repository.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'providers'>;

/** Whether the person can sign in without the provider. A temporary password does not count: it may not have reached them. */
const hasPassword = ({ passwordHash, mustChangePassword, allowsPasswords }: FoundForSignIn): boolean =>
  passwordHash !== null && !mustChangePassword && allowsPasswords;

/** @returns when a person was linked with this provider; undefined without a link, or with one to a former provider. */
export async function linkedAt(
  db: Database,
  { id }: { id: string },
  { issuer }: Pick<Provider, 'issuer'>,
): Promise<Date | undefined> {
  const link = await db
    .selectFrom('provider_links')
    .select('linked_at')
    .where('user_id', '=', id)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return link?.linked_at;
}

/** @returns the signed-in person's account at the company's provider. */
export async function readProviderLink({ db, providers }: Needed, account: AccountName): Promise<ProviderLinkView> {
  const found = await findForSignIn(db, account);
  const provider = found && providers.ofCompany(found.person.ruc);
  const since = provider && (await linkedAt(db, found.person, provider));
  return {
    label: provider?.label ?? null,
    since: since?.toISOString() ?? null,
    hasPassword: found !== undefined && hasPassword(found),
  };
}

/**
 * Links a person with their account at the company's provider: the signed-in person, who has a second factor, or the
 * owner of an invitation. Revokes the person's other tokens. An invitation works once, and voids a temporary password,
 * because other people may know it.
 * @returns `linked`, or `refused`, `state` or `taken` as in `providerOutcome`.
 */
export const linkProvider = (
  { db, clock, providers }: Needed,
  { issuer, sub, by }: ProviderLink,
): Promise<ProviderOutcome> =>
  transact(db, async (trx): Promise<ProviderOutcome> => {
    const now = clock();
    const provider = providers.byIssuer(issuer);
    const found = 'keep' in by ? await lockNamed(trx, by) : undefined;
    const person = 'keep' in by ? found?.person : await lockLinkOwner(trx, 'provider_invitations', by.invitation, now);
    if (!person || person.ruc !== provider?.ruc) return { outcome: 'refused' };
    if (found?.hasFactor === false) return { outcome: 'state' };
    const keep = 'keep' in by ? by.keep : null;
    // A link to a former provider of the company no longer gives access.
    await trx.deleteFrom('provider_links').where('user_id', '=', person.id).where('issuer', '!=', issuer).execute();
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('provider_links')
      .values({ user_id: person.id, issuer, sub, linked_at: now, factor_proved: keep !== null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted === 0n) return { outcome: 'taken' };
    await deleteLinks(trx, person.id);
    if (keep === null)
      await trx
        .updateTable('users')
        .set({ password_hash: null, must_change_password: false })
        .where('id', '=', person.id)
        .where('must_change_password', '=', true)
        .execute();
    await deleteTokens(trx, person.id, keep);
    await recordTrail(trx, { kind: 'provider.linked', ...placeOf(person), actor: person, at: now });
    return { outcome: 'linked' };
  });

/**
 * Unlinks a person, voids their invitation and signs them out, under the lock of their row.
 * @param keep hash of the token that stays valid. @returns whether there was a link.
 */
export async function deleteProviderLink(
  trx: Database,
  person: Person,
  { actor, keep = null, now }: { actor: PasswordActor; keep?: string | null; now: Date },
): Promise<boolean> {
  await trx.deleteFrom('provider_invitations').where('user_id', '=', person.id).execute();
  const { numDeletedRows } = await trx.deleteFrom('provider_links').where('user_id', '=', person.id).executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await deleteTokens(trx, person.id, keep);
  await recordTrail(trx, { kind: 'provider.unlinked', ...placeOf(person), actor, at: now });
  return true;
}

/** Unlinks the signed-in person. @returns `done`; `state` without a link, or if the person could not sign in without it. */
export const unlinkOwn = ({ db, clock }: Needed, { keep, ...account }: ProviderUnlink): Promise<ProviderOutcome> =>
  transact(db, async (trx): Promise<ProviderOutcome> => {
    const found = await lockNamed(trx, account);
    const isUnlinked =
      found &&
      hasPassword(found) &&
      (await deleteProviderLink(trx, found.person, { actor: found.person, keep, now: clock() }));
    return { outcome: isUnlinked ? 'done' : 'state' };
  });
