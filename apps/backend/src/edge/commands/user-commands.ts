import { RESET_MINUTES } from '@despacho/contracts';
import { type Logger } from 'pino';
import { type Database } from '#platform/database/open-database.ts';
import { systemClock } from '#platform/clock.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Account, findAccount } from '#people/directory/accounts-repository.ts';
import { createUser } from '#people/directory/create-user.ts';
import { requireChargeOption, requireModuleOptions } from '#people/directory/known-modules.ts';
import { TEMPORARY_DAYS } from '#people/passwords/temporary-days.ts';
import { BREAK_GLASS_MINUTES, breakGlass } from '#people/tokens/break-glass.ts';
import { createPasswordLink } from '#people/tokens/password-links.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { resetFactor } from '#people/factors/own-factor.ts';
import { rewriteSecrets } from '#people/factors/factor-secret.ts';
import { readDatabaseConfig } from '#platform/config.ts';
import { deleteTokensOf, setPassword } from '#people/tokens/set-password.ts';
import { setModules } from '#people/users/set-modules.ts';
import { eraseUser } from '#upkeep/privacy/erase-user.ts';
import { type Command, type Commands, type Option } from './command.ts';
import { inForm } from './print.ts';

const codesOf = (list: string): string[] => [...new Set(list.split(',').filter(Boolean))];

const YES_OR_NO = ['yes', 'no'];

async function accountOf(db: Database, option: Option): Promise<Account> {
  const [office, username] = [option('office'), option('username')];
  const found = await findAccount(db, office, username);
  if (!found) throw new Refusal('not-found', `The office ${office} has no user ${username}`);
  return found;
}

/**
 * @param run receives the user that --office and --username name. @param more what else the command accepts.
 * @returns a command about one user. It fails if there is no such user.
 */
const ofUser = (
  run: (db: Database, person: Account, ...given: [Option, string, Logger]) => Promise<string>,
  more: Command = {},
): Command => ({
  ...more,
  required: ['office', 'username'],
  run: async (db, option, ...given) => run(db, await accountOf(db, option), option, ...given),
});

const CONFIRM: Command = { optional: { confirm: 'no' }, choices: { confirm: YES_OR_NO } };

const PASSWORD = ofUser(
  async (db, person, option, password) => {
    const temporary = option('temporary') === 'yes';
    const revoked = await setPassword(db, person, password, { temporary, at: systemClock() });
    const until = temporary ? ` It must be changed at the first sign-in, within ${TEMPORARY_DAYS} days.` : '';
    return `Password of ${person.username} set; ${revoked} tokens revoked.${until}`;
  },
  { optional: { temporary: 'no' }, choices: { temporary: YES_OR_NO }, takesPassword: true },
);

/** For accounts before the first sign-in, or when nobody who could help can sign in. */
export const USER_COMMANDS: Commands = {
  'user create': {
    required: ['office', 'username', 'name'],
    optional: { charge: 'A', modules: '', temporary: 'no' },
    choices: { temporary: YES_OR_NO },
    takesPassword: true,
    run: async (db, option, password) => {
      const modules = codesOf(option('modules'));
      const charge = option('charge');
      requireChargeOption(charge);
      requireModuleOptions(modules);
      const id = await createUser(db, systemClock, {
        officeId: option('office'),
        username: option('username'),
        name: option('name'),
        charge,
        modules,
        password,
        temporary: option('temporary') === 'yes',
      });
      return `User ${option('username')} of ${option('office')} created, id ${id}.`;
    },
  },
  'user password': PASSWORD,
  // Its former name.
  'user set-password': PASSWORD,
  'user reset-link': ofUser(
    async (db, person, option) => {
      const actor = { id: null, ...OPERATOR };
      const { secret, expiresAt } = await createPasswordLink({ db, clock: systemClock }, person, actor);
      const path = `auth/password#${secret}`;
      return inForm(
        option('json') === 'yes',
        { username: person.username, path, expiresAt: expiresAt.toISOString() },
        () =>
          `${path}\nPut the address of the installation before it. For ${person.username} of ${person.office.id}, once, within ${RESET_MINUTES} minutes.`,
      );
    },
    { flags: ['json'] },
  ),
  'user modules': {
    required: ['office', 'username', 'modules'],
    run: async (db, option) => {
      const account = await accountOf(db, option);
      const modules = codesOf(option('modules'));
      // Codes of older products that the person has may stay.
      requireModuleOptions(modules.filter((code) => !account.modules.includes(code)));
      const before = await setModules(db, systemClock, account, modules);
      return `Modules of ${account.username}: ${modules.join(', ')}; before: ${before.join(', ') || 'none'}.`;
    },
  },
  'user revoke-tokens': ofUser(
    async (db, { id, username }) => `${await deleteTokensOf(db, id)} tokens of ${username} revoked.`,
  ),
  'user reset-factor': ofUser(async (db, person) =>
    (await resetFactor(db, person, systemClock()))
      ? `Second factor of ${person.username} removed, and all tokens revoked. The password alone is required now.`
      : `${person.username} has no second factor.`,
  ),
  'user permit-factor': ofUser(async (db, person) => {
    const until = await permitSetUp(db, person, systemClock());
    return `${person.username} may set up a second factor from any address, once, until ${until.toISOString()}.`;
  }),
  'sign-in break-glass': ofUser(async (db, person, option, _password, logger) => {
    const { username, office } = person;
    if (option('confirm') !== 'yes')
      return `Nothing was changed. With --confirm yes, ${username} of ${office.id} may sign in with the password for ${BREAK_GLASS_MINUTES} minutes although the company does not allow it.`;
    const until = await breakGlass(db, person, systemClock());
    if (!until) return `The company of ${username} allows passwords. Nothing was changed.`;
    logger.warn({ office: office.id, username, until }, 'break-glass: one person may sign in with a password');
    return `${username} of ${office.id} may sign in with the password until ${until.toISOString()}. This is in the trail of the company.`;
  }, CONFIRM),
  'secrets rewrite': {
    run: async (db) => {
      const { rewritten, unreadable } = await rewriteSecrets(db, readDatabaseConfig().secretsKeys);
      const lost =
        unreadable === 0 ? '' : ` ${unreadable} cannot be decrypted: restore their key, or use user reset-factor.`;
      return `${rewritten} second factors encrypted with the newest key of SECRETS_KEY.${lost}`;
    },
  },
  'user erase': ofUser(async (db, person, option) => {
    const isConfirmed = option('confirm') === 'yes';
    const { counts, username } = await eraseUser({ db, clock: systemClock }, person, isConfirmed);
    const found = Object.entries(counts).filter(([, count]) => count > 0);
    const where = found.map(([what, count]) => `${count} ${what}`).join(', ') || 'nothing else';
    return isConfirmed
      ? `Name and username of ${person.username} removed: now "${username}". Replaced in ${where}.`
      : `Found in ${where}.\nNothing was removed. Repeat the command with --confirm yes to remove it.`;
  }, CONFIRM),
};
