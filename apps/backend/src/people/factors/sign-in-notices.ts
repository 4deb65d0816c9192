import { SIGN_IN_NOTICE_KINDS, type SignInNotices } from '@despacho/contracts';
import { type FactorOutcome } from '@despacho/contracts/factor-calls';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type PlatformServices } from '#platform/services.ts';
import { type AccountName, findForSignIn } from '../users/users-repository.ts';

/** Maximum of changes in one answer; older ones are in the company's trail. */
const MAX_CHANGES = 10;

/** @returns the unseen changes of how a person signs in, newest first, from the trail; and the deadline for a missing factor. */
export async function readNotices({ db }: { db: Database }, account: AccountName): Promise<SignInNotices> {
  const found = await findForSignIn(db, account);
  if (!found) return { setUpBy: null, changes: [] };
  const { person, hasFactor, factorBy } = found;
  const rows = await db
    .selectFrom('trail')
    .leftJoin('sign_ins', 'sign_ins.user_id', 'trail.subject_id')
    .select(['kind', 'trail.at', 'actor_id', 'actor_name', 'actor'])
    .where('company_id', '=', person.companyId)
    .where('subject_id', '=', person.id)
    .where('subject_kind', '=', 'user')
    .where(sql<boolean>`kind = any(${[...SIGN_IN_NOTICE_KINDS]}::text[])`)
    .where((eb) => eb.or([eb('notices_seen_at', 'is', null), eb('trail.at', '>', eb.ref('notices_seen_at'))]))
    .orderBy('trail.at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  return {
    setUpBy: hasFactor ? null : (factorBy?.toISOString() ?? null),
    changes: rows.map(({ kind, at, actor_id: id, actor_name: user, actor }) => ({
      kind: kind as (typeof SIGN_IN_NOTICE_KINDS)[number],
      at: at.toISOString(),
      by: id === person.id ? null : (user ?? actor),
    })),
  };
}

/** Marks the changes until a time as seen; a time after now counts as now. May be repeated in any order. */
export async function seeNotices(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  { until, ...account }: AccountName & { until: string },
): Promise<FactorOutcome> {
  const found = await findForSignIn(db, account);
  const at = new Date(Math.min(Date.parse(until), clock().getTime()));
  await db
    .updateTable('sign_ins')
    .set({ notices_seen_at: at })
    .where('user_id', '=', found?.person.id ?? '')
    .where((eb) => eb.or([eb('notices_seen_at', 'is', null), eb('notices_seen_at', '<', at)]))
    .execute();
  return { outcome: 'done', codes: [] };
}
