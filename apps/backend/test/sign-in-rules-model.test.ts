import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { disablePerson, enablePerson } from '#people/directory/change-person.ts';
import { linkForPerson } from '#people/directory/link-for-person.ts';
import { permitFactorOfPerson, removeFactorOfPerson } from '#people/directory/change-sign-in.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { changeFactor, resetFactor } from '#people/factors/own-factor.ts';
import { finishSetUp, finishSignIn } from '#people/factors/sign-in-steps.ts';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { resetPassword } from '#people/tokens/password-links.ts';
import { storePassword } from '#people/tokens/store-password.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { transact } from '#platform/database/transact.ts';
import { Refusal } from '#platform/refusal.ts';
import { keyOf } from '@despacho/tooling/stack/authenticator';
import { dispatcherOf } from './dispatch-world.ts';
import { N1, NEW_PASSWORD, NOTHING_OPEN, PASSWORD } from './people.ts';
import { AWAY, OFFICE, personAt, reportSignIn, required, setRules } from './sign-in-rules.ts';
import { useDesk } from './use-desk.ts';

/*
 * Two people, one with charge S, with any order of rules, links, resets, removals, permits, lost phones and time. At the end
 * each can sign in, or be helped with a known operation.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEAVING = { openWork: 'known', openWorkOf: NOTHING_OPEN } as const;

const PEOPLE = ['keeper', 'driver'] as const;
type Name = (typeof PEOPLE)[number];

/** What a person has. */
interface Held {
  password: string;
  key?: Buffer | undefined;
  codes: string[];
}

const person = fc.constantFrom(...PEOPLE);
const place = fc.constantFrom(OFFICE, AWAY);
const step = fc.oneof(
  fc.record({ do: fc.constant('signIn'), who: person, at: place }),
  fc.record({ do: fc.constant('thief'), who: person }),
  fc.record({ do: fc.constant('start'), who: person, at: place }),
  fc.record({ do: fc.constant('remove'), who: person }),
  fc.record({ do: fc.constant('losePhone'), who: person }),
  fc.record({ do: fc.constant('loseAll'), who: person }),
  fc.record({
    do: fc.constant('rules'),
    company: fc.boolean(),
    chargeS: fc.boolean(),
    offices: fc.subarray(['N1', 'N2']),
    graceDays: fc.constantFrom(0, 1, 3),
  }),
  fc.record({ do: fc.constantFrom('link', 'useLink', 'permit', 'removeByS', 'disable', 'enable') }),
  fc.record({ do: fc.constantFrom('operatorReset', 'operatorPermit', 'operatorPassword'), who: person }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(60_000, HOUR, DAY, 31 * DAY) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const everybody: Step = { do: 'rules', company: true, chargeS: false, offices: [], graceDays: 0 };
const setUpAndLose = (who: Name) =>
  [
    { do: 'signIn', who, at: OFFICE },
    { do: 'loseAll', who },
  ] as const;

/** Runs that need each kind of help, so that the test fails if the steps no longer reach one. */
const EXAMPLES: [Step[], string][] = [
  [[everybody, ...setUpAndLose('keeper'), ...setUpAndLose('driver')], AWAY],
  [[everybody, ...setUpAndLose('driver'), { do: 'link' }, { do: 'useLink' }], AWAY],
];
const WAYS = ['factor by S', 'factor by operator', 'permit by S', 'permit by operator'];

describe('a required second factor', () => {
  const desk = useDesk();
  const { clock } = desk;
  const held = new Map<Name, Held>();
  let secret = '';
  /** Addresses that a thief used, each once. */
  let thieves = 0;

  beforeEach(async () => {
    await desk.db
      .insertInto('users')
      .values({
        id: 'keeper',
        username: 'keeper',
        name: 'Keeper',
        office_id: 'N1',
        charge: 'S',
        permissions: ['G01'],
        password_hash: '',
      })
      .execute();
  });

  const of = (who: Name): Held => held.get(who) ?? { password: PASSWORD, codes: [] };
  const account = (who: Name) => ({ sucursal: 'N1', username: who });
  const userOf = (who: Name) => requireUser(desk.db, N1, who);
  const codeOf = (key: Buffer): string => codeOfStep(key, stepAt(clock()));
  /** Charge S acts, unless a rule refuses it. @returns whether it was done. */
  const byS = (act: () => Promise<unknown>): Promise<boolean> =>
    act().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  const isActive = async (who: Name): Promise<boolean> =>
    (await desk.db.selectFrom('users').select('state').where('id', '=', who).executeTakeFirstOrThrow()).state ===
    'active';

  /** Signs in with all that the person has. @returns `token`, or what is missing. */
  async function signIn(who: Name, address: string): Promise<'token' | 'factor' | 'permit'> {
    const mine = of(who);
    const { login, setUp } = personAt(desk.services, who);
    const { reason, step: waiting } = await login(mine.password);
    if (reason === 'factor-due') {
      // A code works once.
      clock.move(30_000);
      for (const code of [...(mine.key ? [codeOf(mine.key)] : []), ...mine.codes.splice(0, 1)])
        if ((await finishSignIn(desk.services, { ...account(who), step: waiting, code })).outcome === 'signed-in') {
          await reportSignIn(desk.services, who, address);
          return 'token';
        }
      return 'factor';
    }
    if (reason === 'factor-missing') {
      const started = await setUp(address, waiting);
      if (started.outcome === 'permit') return 'permit';
      if (started.outcome !== 'started') throw new Error(started.outcome);
      const key = keyOf(started.key);
      const done = await finishSetUp(desk.services, { ...account(who), step: waiting, code: codeOf(key) });
      if (done.outcome !== 'signed-in') throw new Error(done.outcome);
      held.set(who, { ...mine, key, codes: done.codes ?? [] });
    }
    await reportSignIn(desk.services, who, address);
    return 'token';
  }

  async function change(who: Name, at: string): Promise<void> {
    const mine = of(who);
    const proof = { ...account(who), current: mine.password, keep: '0'.repeat(64), address: at };
    const started = await changeFactor(desk.services, 'start', proof);
    if (started.outcome !== 'started') return;
    const key = keyOf(started.key);
    const done = await changeFactor(desk.services, 'confirm', { ...proof, code: codeOf(key) });
    if (done.outcome === 'done') held.set(who, { ...mine, key, codes: done.codes });
  }

  /** A thief with the password, at a new address. */
  async function steal(who: Name): Promise<void> {
    thieves += 1;
    const { login, setUp } = personAt(desk.services, who);
    const { reason, step: waiting } = await login(of(who).password);
    if (reason !== 'factor-missing') return;
    const owned = await desk.db
      .selectFrom('trail')
      .select('at')
      .where('actor_id', '=', who)
      .where('kind', '=', 'signIn.ok')
      .execute();
    const permits = await desk.db
      .selectFrom('trail')
      .select('at')
      .where('subject_id', '=', who)
      .where('kind', '=', 'factor.permitted')
      .where('at', '>', new Date(clock().getTime() - DAY))
      .execute();
    if (owned.length === 0 || permits.length > 0) return;
    expect(await setUp(`203.0.113.${thieves % 250}`, waiting)).toEqual({ outcome: 'permit' });
  }

  async function run(given: Step): Promise<void> {
    const boss = dispatcherOf('keeper');
    const one = given as Record<string, unknown> & { do: string; who: Name; at: string; ms: number };
    const { who } = one;
    const acts: Record<string, () => Promise<unknown>> = {
      signIn: async () => ((await isActive(who)) ? signIn(who, one.at) : undefined),
      thief: async () => ((await isActive(who)) ? steal(who) : undefined),
      start: async () => ((await isActive(who)) ? change(who, one.at) : undefined),
      remove: async () => {
        const { password, key } = of(who);
        clock.move(30_000);
        if (!key || !(await isActive(who))) return;
        const proof = { ...account(who), current: password, keep: '0'.repeat(64), code: codeOf(key) };
        const { outcome } = await changeFactor(desk.services, 'remove', proof);
        if (outcome === 'done') held.set(who, { password, codes: [] });
      },
      losePhone: () => Promise.resolve(held.set(who, { ...of(who), key: undefined })),
      loseAll: () => Promise.resolve(held.set(who, { password: of(who).password, codes: [] })),
      rules: () =>
        setRules(desk.services, {
          required: required({
            company: one['company'] as boolean,
            chargeS: one['chargeS'] as boolean,
            offices: one['offices'] as string[],
          }),
          graceDays: one['graceDays'] as number,
        }),
      link: () =>
        byS(async () => {
          secret = (await linkForPerson(desk.services, boss, 'driver')).fragment;
        }),
      useLink: async () => {
        const { outcome } = await resetPassword(desk.services, {
          secret: secret.padEnd(43, 'x'),
          password: NEW_PASSWORD,
        });
        if (outcome === 'changed') held.set('driver', { ...of('driver'), password: NEW_PASSWORD });
      },
      permit: () => byS(() => permitFactorOfPerson(desk.services, boss, 'driver')),
      removeByS: () => byS(() => removeFactorOfPerson(desk.services, boss, 'driver')),
      disable: () => byS(() => disablePerson(desk.services, boss, 'driver', { ...LEAVING, version: undefined })),
      enable: () => byS(() => enablePerson(desk.services, boss, 'driver')),
      operatorReset: async () => resetFactor(desk.db, await userOf(who), clock()),
      operatorPermit: async () => permitSetUp(desk.db, await userOf(who), clock()),
      operatorPassword: async () => {
        const { password_hash: passwordHash } = await desk.db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', 'clerk')
          .executeTakeFirstOrThrow();
        const stored = {
          passwordHash: passwordHash ?? '',
          at: clock(),
          temporary: false,
          actor: { id: null, username: 'operador' },
        };
        const by = { ...stored, person: await userOf(who), kind: 'password.set' } as const;
        await transact(desk.db, (trx) => storePassword(trx, by));
        held.set(who, { ...of(who), password: PASSWORD });
      },
      wait: async () => {
        clock.move(one.ms);
        await Promise.resolve();
      },
    };
    await acts[one.do]?.();
  }

  /** Signs in, with the help that the answers suggest. @returns the help that was needed. */
  async function rescue(who: Name, at: string): Promise<string[]> {
    const helped: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const missing = await signIn(who, at);
      if (missing === 'token') return helped;
      const boss = dispatcherOf('keeper');
      const act = missing === 'permit' ? permitFactorOfPerson : removeFactorOfPerson;
      const isByS = who !== 'keeper' && (await byS(() => act(desk.services, boss, who)));
      if (!isByS && missing === 'permit') await permitSetUp(desk.db, await userOf(who), clock());
      if (!isByS && missing === 'factor') await resetFactor(desk.db, await userOf(who), clock());
      helped.push(`${missing} by ${isByS ? 'S' : 'operator'}`);
    }
    throw new Error(`${who} is locked out: ${helped.join(', ')}`);
  }

  /** Deletes factors, rules, links and the trail. */
  async function reset(): Promise<void> {
    held.clear();
    secret = '';
    for (const table of ['factors', 'sign_in_steps', 'sign_in_rules', 'sign_ins', 'password_links'] as const)
      await desk.db.deleteFrom(table).execute();
    await transact(desk.db, async (trx) => {
      await sql`select set_config('despacho.trail', 'expire', true)`.execute(trx);
      await trx.deleteFrom('trail').execute();
    });
    const { password_hash } = await desk.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', 'clerk')
      .executeTakeFirstOrThrow();
    await desk.db
      .updateTable('users')
      .set({ password_hash, state: 'active', created_at: clock() })
      .where('id', 'in', PEOPLE)
      .execute();
  }

  it('G43: locks nobody out, in any order of steps, and lets no thief set it up first', async () => {
    const needed = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), place, async (steps, at) => {
        await reset();
        for (const each of steps) await run(each);
        for (const who of PEOPLE) if (await isActive(who)) for (const help of await rescue(who, at)) needed.add(help);
      }),
      { numRuns: 25, examples: EXAMPLES },
    );
    expect([...needed].sort()).toEqual(expect.arrayContaining(WAYS));
  }, 240_000);
});
