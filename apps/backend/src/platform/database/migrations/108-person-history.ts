import { type Kysely, sql } from 'kysely';

/** The index for the history of one person also has the kinds about second factors and company accounts. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'drop index trail_person',
    `create index trail_person on trail (company_id, subject_id, at, id) where subject_kind = 'user' and kind in (
      'account.created', 'account.edited', 'account.disabled', 'account.enabled', 'account.retired', 'account.moved',
      'account.erased', 'permissions.changed', 'password.changed', 'password.set', 'password.linkCreated',
      'password.linkUsed', 'factor.added', 'factor.removed', 'factor.permitted', 'factor.codesRenewed',
      'provider.invited', 'provider.linked', 'provider.unlinked', 'signIn.brokenGlass')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
