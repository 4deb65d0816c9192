import { readFile } from 'node:fs/promises';
import {
  CHARGE_CODES,
  MAX_PEOPLE,
  type NewPerson,
  PEOPLE_COLUMNS,
  type PersonOfOffice,
  PERSON_STATE_CODES,
  type PersonState,
} from '@despacho/contracts/dispatch';
import { systemClock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';
import { handOverLines, lockLines } from '#insight/attention/hand-over-lines.ts';
import { readOpenWork } from '#insight/attention/open-work.ts';
import { type Account, findAccount, listAccounts, toPersonOfOffice } from '#people/directory/accounts-repository.ts';
import {
  type By,
  deletePerson,
  disablePerson,
  editPerson,
  enablePerson,
  movePerson,
  type OpenWorkOf,
  retirePerson,
} from '#people/directory/change-person.ts';
import { createPeopleAsOperator } from '#people/directory/create-people.ts';
import { usernamesOf } from '#people/directory/usernames.ts';
import { requireChargeOption, requireModuleOptions } from '#people/directory/known-modules.ts';
import { listProfiles } from '#people/directory/profiles.ts';
import { findOffice } from '#people/offices/offices-repository.ts';
import { setModules } from '#people/users/set-modules.ts';
import { eraseUser } from '#upkeep/privacy/erase-user.ts';
import { errorText } from '#work/imports/broken-text.ts';
import { parseTable } from '#work/imports/parse-table.ts';
import { type Command } from './command.ts';

type Option = (name: string) => string;

/** The service's streams find new events by themselves within a second. */
const servicesOf = (db: Database) => ({ db, clock: systemClock, feed: { nudge: () => undefined } as never });

const codesOf = (list: string): string[] => [...new Set(list.split(',').filter(Boolean))];

/** @throws Refusal invalid for anything but one of the choices. */
function oneOf<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Refusal('invalid', `--${name} is "${value}". Choose from ${choices.join(', ')}`);
  return found;
}

const isYes = (option: Option, name: string): boolean => oneOf(name, option(name), ['yes', 'no']) === 'yes';

async function accountOf(db: Database, option: Option): Promise<Account> {
  const [office, username] = [option('office'), option('username')];
  const found = await findAccount(db, office, username);
  if (!found) throw new Refusal('not-found', `The office ${office} has no user ${username}`);
  return found;
}

async function officeOf(db: Database, id: string) {
  const office = await findOffice(db, id);
  if (!office) throw new Refusal('not-found', `There is no office ${id}`);
  return { companyId: office.companyId, officeId: office.id };
}

const asOperator = ({ companyId, office }: Account): By => ({ operator: { companyId, officeId: office.id } });

const lineOf = ({ username, name, charge, state, modules, lastSignIn }: PersonOfOffice): string =>
  [username, name, charge, state, modules.join(' ') || '-', lastSignIn ?? 'never'].join('\t');

const withoutSessions = (person: PersonOfOffice) => ({ ...person, sessions: undefined });

const readOpen = (db: Database, person: Account) => readOpenWork(db, person, systemClock());

const openWorkOf: OpenWorkOf = { lock: lockLines, read: readOpen, handOver: handOverLines };

/** @returns the id of the colleague who receives the lines of «Por atender»; undefined for the list. */
async function receiverOf(db: Database, option: Option): Promise<string | undefined> {
  const username = option('lines-to');
  if (username === '') return undefined;
  const office = option('office');
  const found = await findAccount(db, office, username);
  if (!found) throw new Refusal('not-found', `The office ${office} has no user ${username}`);
  return found.id;
}

/** @throws Refusal conflict for open work, with what it is, unless the operator confirmed. */
async function requireConfirmed(db: Database, person: Account, option: Option): Promise<void> {
  if (isYes(option, 'confirm')) return;
  const { lines, money } = await readOpen(db, person);
  const open = [
    ...(lines > 0 ? [`${lines} lines of «Por atender»`] : []),
    ...money.map(({ day, couriers }) => `the money of ${couriers} couriers of ${day}, not closed`),
  ];
  if (open.length > 0)
    throw new Refusal(
      'conflict',
      `${person.username} has open: ${open.join('; ')}. Repeat the command with --confirm yes.`,
    );
}

type Leave = (
  db: Database,
  person: Account,
  given: { openWork: 'known'; linesTo: string | undefined; openWorkOf: OpenWorkOf },
) => Promise<unknown>;

/** A command that ends a person's access. */
const leaving = (done: string, leave: Leave): Command => ({
  required: ['office', 'username'],
  optional: { confirm: 'no', 'lines-to': '' },
  run: async (db, option) => {
    const person = await accountOf(db, option);
    const linesTo = await receiverOf(db, option);
    await requireConfirmed(db, person, option);
    await leave(db, person, { openWork: 'known', linesTo, openWorkOf });
    return `${person.username} of ${person.office.id} ${done}. Sessions end within a second.`;
  },
});

/** Reads the people of a CSV or XLSX file. @throws Refusal invalid with every line that must be corrected. */
async function peopleIn(
  db: Database,
  office: { companyId: string; officeId: string },
  path: string,
): Promise<NewPerson[]> {
  const bytes = await readFile(path).catch(() => {
    throw new Refusal('invalid', `The file ${path} cannot be read`);
  });
  const parsed = parseTable({
    table: 'people',
    bytes,
    context: {
      profiles: await listProfiles({ db }, office),
      taken: await usernamesOf(db, office),
      grantable: undefined,
      mayAppointS: true,
    },
  });
  if (parsed.kind === 'too-complex') throw new Refusal('invalid', 'The file has more data than can be read');
  if (parsed.kind === 'unreadable') throw new Refusal('invalid', `${parsed.why}. ${parsed.remedy}`);
  const wrong = parsed.lines.flatMap((line) =>
    line.ok ? [] : `Line ${line.line}: ${errorText(line.errors, PEOPLE_COLUMNS)}`,
  );
  if (wrong.length > 0) throw new Refusal('invalid', wrong.join('\n'));
  return parsed.lines.flatMap((line) => (line.ok ? line.input : []));
}

/** Commands about accounts. They work while the service runs. */
export const USER_COMMANDS: Readonly<Record<string, Command>> = {
  'user list': {
    required: ['office'],
    optional: { state: 'all' },
    flags: ['json'],
    run: async (db, option) => {
      const state = oneOf('state', option('state'), ['all', ...PERSON_STATE_CODES]);
      const office = await officeOf(db, option('office'));
      const wanted: PersonState | undefined = state === 'all' ? undefined : state;
      const accounts = await listAccounts(db, office, {
        state: wanted,
        search: '',
        after: undefined,
        size: MAX_PEOPLE,
      });
      const people = accounts.map(toPersonOfOffice);
      // Sessions are kept by the gateways: JSON leaves them out.
      if (option('json') === 'yes') return JSON.stringify(people.map(withoutSessions), undefined, 2);
      return [
        'username\tname\tcharge\tstate\tmodules\tlast sign-in',
        ...people.map(lineOf),
        `${people.length} people.`,
      ].join('\n');
    },
  },
  'user show': {
    required: ['office', 'username'],
    optional: {},
    flags: ['json'],
    run: async (db, option) => {
      const account = await accountOf(db, option);
      const person = withoutSessions(toPersonOfOffice(account));
      const shown = { ...person, office: account.office.id, openWork: await readOpen(db, account) };
      if (option('json') === 'yes') return JSON.stringify(shown, undefined, 2);
      const { lines, money } = shown.openWork;
      return [
        `${person.username} of ${shown.office}: ${person.name}, charge ${person.charge}, ${person.state}.`,
        `Modules: ${person.modules.join(', ') || 'none'}. Last sign-in: ${person.lastSignIn ?? 'never'}.`,
        `Open: ${lines} lines of «Por atender», money of ${money.length} days. Id ${person.id}.`,
      ].join('\n');
    },
  },
  'user import': {
    required: ['office', 'file'],
    optional: {},
    flags: ['json'],
    paths: ['file'],
    run: async (db, option) => {
      const asJson = option('json') === 'yes';
      const office = await officeOf(db, option('office'));
      const people = await peopleIn(db, office, option('file'));
      const created = await createPeopleAsOperator(db, systemClock, office, people);
      if (asJson) return JSON.stringify(created, undefined, 2);
      return [
        'username\tname\ttemporary password',
        ...created.map(({ username, name, temporary }) => [username, name, temporary].join('\t')),
        `${created.length} people created. The passwords are not shown again.`,
      ].join('\n');
    },
  },
  'user edit': {
    required: ['office', 'username'],
    optional: { name: '', 'new-username': '', charge: '', modules: '', profile: '' },
    run: async (db, option) => {
      const account = await accountOf(db, option);
      const given = (name: string) => (option(name) === '' ? undefined : option(name));
      const charge = given('charge');
      if (charge !== undefined) requireChargeOption(charge);
      const profile = given('profile');
      const profiles = await listProfiles({ db }, { companyId: account.companyId, officeId: account.office.id });
      const applied = profile && profiles.find(({ name }) => name.toLowerCase() === profile.toLowerCase())?.modules;
      if (profile !== undefined && !applied)
        throw new Refusal(
          'invalid',
          `There is no profile "${profile}". Choose from ${profiles.map(({ name }) => name).join(', ')}`,
        );
      const modules = option('modules') === '' ? applied : codesOf(option('modules'));
      if (modules) requireModuleOptions(modules.filter((code) => !account.modules.includes(code)));
      const username = given('new-username');
      if (username !== undefined && !/^[\w.@-]{1,64}$/.test(username))
        throw new Refusal('invalid', `The username "${username}" may hold letters, digits and . _ - @ only`);
      const person = await editPerson(servicesOf(db), asOperator(account), account.id, {
        changes: {
          ...(option('name') !== '' && { name: option('name').trim().slice(0, 80) }),
          ...(username !== undefined && { username }),
          ...(charge !== undefined && { charge: oneOf('charge', charge, CHARGE_CODES) }),
          ...(modules && { modules: [...modules] }),
        },
      });
      return `${person.username} of ${account.office.id}: ${person.name}, charge ${person.charge}, modules ${person.modules.join(', ') || 'none'}.`;
    },
  },
  'user modules': {
    required: ['office', 'username', 'modules'],
    optional: {},
    run: async (db, option) => {
      const account = await accountOf(db, option);
      const modules = codesOf(option('modules'));
      // Codes of older products that the person has may stay.
      requireModuleOptions(modules.filter((code) => !account.modules.includes(code)));
      const before = await setModules(db, systemClock, account, modules);
      return `Modules of ${account.username}: ${modules.join(', ')}; before: ${before.join(', ') || 'none'}.`;
    },
  },
  'user disable': leaving('disabled', (db, person, given) =>
    disablePerson(servicesOf(db), asOperator(person), person.id, given),
  ),
  'user retire': leaving('retired', (db, person, given) =>
    retirePerson(servicesOf(db), asOperator(person), person.id, given),
  ),
  'user delete': {
    required: ['office', 'username'],
    optional: {},
    run: async (db, option) => {
      const person = await accountOf(db, option);
      await deletePerson(servicesOf(db), asOperator(person), person.id);
      return `${person.username} of ${person.office.id} deleted. The username is free.`;
    },
  },
  'user enable': {
    required: ['office', 'username'],
    optional: {},
    run: async (db, option) => {
      const person = await accountOf(db, option);
      await enablePerson(servicesOf(db), asOperator(person), person.id);
      return `${person.username} of ${person.office.id} may sign in.`;
    },
  },
  'user move': {
    required: ['office', 'username', 'to'],
    optional: { confirm: 'no', 'lines-to': '' },
    run: async (db, option) => {
      const person = await accountOf(db, option);
      const to = await officeOf(db, option('to'));
      if (to.companyId !== person.companyId)
        throw new Refusal('invalid', `${to.officeId} is an office of another company`);
      const linesTo = await receiverOf(db, option);
      await requireConfirmed(db, person, option);
      const given = { openWork: 'known' as const, linesTo, openWorkOf, to: to.officeId };
      await movePerson(servicesOf(db), asOperator(person), person.id, given);
      return `${person.username} is of ${to.officeId} now, and signs in there.`;
    },
  },
  'user erase': {
    required: ['office', 'username'],
    optional: { confirm: 'no' },
    run: async (db, option) => {
      const person = await accountOf(db, option);
      const isConfirmed = isYes(option, 'confirm');
      const { counts, username } = await eraseUser({ db, clock: systemClock }, person, isConfirmed);
      const found = Object.entries(counts).filter(([, count]) => count > 0);
      const where = found.map(([what, count]) => `${count} ${what}`).join(', ') || 'nothing else';
      return isConfirmed
        ? `Name and username of ${person.username} removed: now "${username}". Replaced in ${where}.`
        : `Found in ${where}.\nNothing was removed. Repeat the command with --confirm yes to remove it.`;
    },
  },
};
