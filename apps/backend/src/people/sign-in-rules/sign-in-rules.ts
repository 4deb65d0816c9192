import { type SignInRules, type SignInRulesEdit } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { differences } from '#platform/dispatch/differences.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { conflict, invalid, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { type Account, lockPeople } from '../directory/accounts-repository.ts';
import { lockCallerOfS } from '../directory/person-of-s.ts';
import { linkedAt } from '../providers/provider-link.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { isRequired, lacksFactor } from '../users/users-repository.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config' | 'providers'>;
type Fields = Pick<SignInRules, keyof SignInRulesEdit['changes'] & keyof SignInRules>;
type Requirement = Fields['required'];

/** Default grace: time to install an app and ask for help. */
const USUAL_GRACE_DAYS = 14;

const NO_KEY =
  'Esta instalación todavía no puede guardar segundos pasos. Pida a quien administra el sistema que lo prepare';
const NO_PROVIDER = 'La empresa no tiene otra forma de ingresar: sin contraseña nadie podría ingresar';
const NOT_LINKED =
  'Vincule primero su propia cuenta con la de la empresa, en «Mis sesiones»: sin contraseña usted no podría ingresar';

/** @returns how the people of the caller's company sign in. */
export async function readSignInRules(
  { db, config, providers }: Needed,
  { companyId }: Dispatcher,
): Promise<SignInRules> {
  const row = await db
    .selectFrom('companies')
    .leftJoin('sign_in_rules as rules', 'rules.company_id', 'companies.id')
    .selectAll('rules')
    .select('companies.ruc')
    // Without removed offices, so that the form can send the list back.
    .select(
      sql<string[]>`array(select id from offices where company_id = companies.id and id = any(rules.required_offices)
        order by id)`.as('offices'),
    )
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<SignInRules['people']>`
    select count(*)::integer as required, (count(*) filter (where ${lacksFactor}))::integer as missing
    from users join offices on offices.id = users.office_id
    join sign_in_rules as rules on rules.company_id = offices.company_id
    left join factors on factors.user_id = users.id
    where offices.company_id = ${companyId} and users.state = 'active' and ${isRequired}`.execute(db);
  const { changed_at: at, changed_username: username, changed_user: user } = row;
  return {
    version: row.version ?? 1,
    required: {
      company: row.required_company ?? false,
      chargeS: row.required_charge_s ?? false,
      offices: row.offices,
    },
    graceDays: row.grace_days ?? USUAL_GRACE_DAYS,
    byUsername: row.password_sign_in ?? true,
    longer: row.long_passwords ?? false,
    available: config.secretsKeys !== undefined,
    provider: providers.ofCompany(row.ruc)?.label ?? null,
    people: rows[0] ?? { required: 0, missing: 0 },
    changed: at && username !== null && user !== null ? { at: at.toISOString(), by: { username, user } } : null,
  };
}

/** Whether `after` requires a factor of people of whom `before` did not. */
const includesMore = (after: Requirement, before: Requirement): boolean =>
  !before.company &&
  (after.company ||
    (after.chargeS && !before.chargeS) ||
    after.offices.some((office) => !before.offices.includes(office)));

/** @throws Refusal for rules with which somebody could not sign in. */
async function requireUsable(
  trx: Database,
  { providers }: Needed,
  { before, after, caller }: { before: SignInRules; after: Fields; caller: Account },
): Promise<void> {
  const { companyId, ruc } = caller;
  const offices = await trx.selectFrom('offices').select('id').where('company_id', '=', companyId).execute();
  const known = new Set(offices.map(({ id }) => id));
  if (after.required.offices.some((office) => !known.has(office)))
    throw invalid('No existe esa oficina', 'changes.required.offices');
  if (includesMore(after.required, before.required) && !before.available) throw new Refusal('unprocessable', NO_KEY);
  if (!after.byUsername && before.byUsername) {
    const provider = providers.ofCompany(ruc);
    if (!provider) throw new Refusal('unprocessable', NO_PROVIDER);
    if (!(await linkedAt(trx, caller, provider))) throw new Refusal('unprocessable', NOT_LINKED);
  }
}

/**
 * Changes how the people of the company sign in. Equal values change nothing.
 * @throws Refusal conflict for an outdated version; forbidden without charge S and G01; invalid for
 * unknown offices; unprocessable for rules with which somebody could not sign in.
 */
export const editSignInRules = (
  services: Needed,
  dispatcher: Dispatcher,
  { version, changes }: SignInRulesEdit,
): Promise<SignInRules> =>
  transact(services.db, async (trx) => {
    const { companyId } = dispatcher;
    const locked = { ...services, db: trx };
    const now = services.clock();
    // Before every other lock: changes of rules and of people run one at a time.
    await lockPeople(trx, companyId);
    const caller = await lockCallerOfS(trx, dispatcher);
    const before = await readSignInRules(locked, dispatcher);
    const { required = before.required, ...others } = definedFields(changes);
    const wanted = { ...required, offices: [...new Set(required.offices)].sort() };
    const after: Fields = { ...before, ...others, required: wanted };
    const details = differences<Fields>(before, after);
    if (Object.keys(details.after).length === 0) return before;
    if (version !== before.version)
      throw conflict(
        'Otra persona cambió cómo se ingresa; vuelva a mirarlo',
        before.changed ? { ...before.changed, what: 'editados' } : undefined,
      );
    await requireUsable(trx, services, { before, after, caller });
    const row = {
      version: before.version + 1,
      required_company: wanted.company,
      required_charge_s: wanted.chargeS,
      required_offices: wanted.offices,
      grace_days: after.graceDays,
      password_sign_in: after.byUsername,
      long_passwords: after.longer,
      changed_at: now,
      changed_username: caller.username,
      changed_user: caller.user,
      ...(includesMore(wanted, before.required) && { required_since: now }),
    };
    await trx
      .insertInto('sign_in_rules')
      .values({ company_id: companyId, ...row })
      .onConflict((conflicting) => conflicting.column('company_id').doUpdateSet(row))
      .execute();
    await recordTrail(trx, { companyId, officeId: null, kind: 'signInRules.changed', actor: caller, details, at: now });
    return readSignInRules(locked, dispatcher);
  });
