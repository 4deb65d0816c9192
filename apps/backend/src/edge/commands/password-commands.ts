import { RESET_MINUTES } from '@despacho/contracts';
import { systemClock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { TEMPORARY_DAYS } from '#people/passwords/temporary-password.ts';
import { createPasswordLink } from '#people/tokens/password-links.ts';
import { setPassword } from '#people/tokens/set-password.ts';
import { findForSignIn } from '#people/users/users-repository.ts';
import { type Command } from './command.ts';

async function findUserOf(db: Database, office: string, username: string): Promise<Person> {
  const found = await findForSignIn(db, office, username);
  if (!found) throw new Refusal('not-found', `The office ${office} has no user ${username}`);
  return found.person;
}

/** @throws Refusal invalid for anything but yes and no. */
export function yesOrNo(name: string, value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new Refusal('invalid', `--${name} is "${value}". Choose from yes, no`);
  return value === 'yes';
}

const PASSWORD: Command = {
  required: ['office', 'username'],
  optional: { temporary: 'no' },
  takesPassword: true,
  run: async (db, option, password) => {
    const temporary = yesOrNo('temporary', option('temporary'));
    const person = await findUserOf(db, option('office'), option('username'));
    const revoked = await setPassword(db, person, password, { temporary, at: systemClock() });
    const until = temporary ? ` It must be changed at the first sign-in, within ${TEMPORARY_DAYS} days.` : '';
    return `Password of ${person.username} set; ${revoked} tokens revoked.${until}`;
  },
};

/** Commands about passwords. `user set-password` is the former name of `user password`. */
export const PASSWORD_COMMANDS: Readonly<Record<string, Command>> = {
  'user password': PASSWORD,
  'user set-password': PASSWORD,
  'user reset-link': {
    required: ['office', 'username'],
    optional: { json: 'no' },
    run: async (db, option) => {
      const asJson = yesOrNo('json', option('json'));
      const person = await findUserOf(db, option('office'), option('username'));
      const actor = { id: null, username: OPERATOR.username };
      const { secret, expiresAt } = await createPasswordLink({ db, clock: systemClock }, person, actor);
      const path = `auth/password#${secret}`;
      if (asJson)
        return JSON.stringify({ username: person.username, path, expiresAt: expiresAt.toISOString() }, undefined, 2);
      return [
        path,
        `Put the address of the installation before it. For ${person.username} of ${person.office.id}, once, within ${RESET_MINUTES} minutes.`,
      ].join('\n');
    },
  },
};
