import { sql } from 'kysely';
import { type SignInRulesEdit } from '@despacho/contracts/dispatch';
import { hash } from 'node:crypto';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { editSignInRules, readSignInRules } from '#people/sign-in-rules/sign-in-rules.ts';
import { changeFactor } from '#people/factors/own-factor.ts';
import { finishSetUp, setUpFactor } from '#people/factors/sign-in-steps.ts';
import { signIn } from '#people/tokens/access-tokens.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { FactorDue } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { keyOf } from '@despacho/tooling/stack/authenticator';
import { dispatcherOf } from './dispatch-world.ts';
import { NORTE_RUC, PASSWORD } from './people.ts';

/** Addresses of a person’s office and of somebody else. */
export const OFFICE = '190.12.34.56';
export const AWAY = '200.1.2.3';

/** Changes the rules of NORTE as a person with charge S. */
export async function setRules(
  services: Services,
  changes: SignInRulesEdit['changes'],
  as: 'keeper' | 'chief' = 'keeper',
) {
  const dispatcher = dispatcherOf(as);
  const { version } = await readSignInRules(services, dispatcher);
  return editSignInRules(services, dispatcher, { version, changes });
}

export const required = (given: Partial<{ company: boolean; chargeS: boolean; offices: string[] }>) => ({
  company: false,
  chargeS: false,
  offices: [],
  ...given,
});

let reports = 0;

/** A finished sign-in, which the gateway reports. */
export async function reportSignIn(
  services: Pick<Services, 'db' | 'clock'>,
  username: string,
  address: string,
  at = services.clock(),
  who: { id?: string; company?: string; officeId?: string } = {},
) {
  reports += 1;
  const person = { id: username, username, user: `Don ${username}`, company: NORTE_RUC, officeId: 'N1', ...who };
  const report = {
    key: `sign-in-${reports}`,
    at: at.toISOString(),
    kind: 'signIn.ok',
    count: 1,
    address,
    person,
  } as const;
  await services.db
    .insertInto('sign_ins')
    .values({ user_id: person.id, at, first_at: at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        at: sql`greatest(sign_ins.at, excluded.at)`,
        first_at: sql`least(sign_ins.first_at, excluded.first_at)`,
      }),
    )
    .execute();
  return storeReports(services.db, [report], services.clock());
}

/** A person of N1. Does what the gateway does. */
export function personAt(services: Services, username = 'driver') {
  const account = { sucursal: 'N1', username };
  /** @returns `token`, or what the sign-in lacks, with the secret of its step. */
  const login = async (password = PASSWORD) => {
    const done: unknown = await signIn(services, { ...account, password }).catch((error: unknown) => error);
    if (done instanceof FactorDue) return done.details;
    if (done instanceof Error) throw done;
    return { reason: 'token', step: '' } as const;
  };
  const setUp = async (address: string | undefined, step?: string) =>
    setUpFactor(services, { ...account, address, step: step ?? (await login()).step });
  /** Sets up the missing factor after the password. @returns the outcome of the step that failed, or `signed-in`. */
  const enrol = async (address: string | undefined) => {
    const { reason, step } = await login();
    if (reason !== 'factor-missing') return { outcome: reason };
    const started = await setUp(address, step);
    if (started.outcome !== 'started') return started;
    const code = codeOfStep(keyOf(started.key), stepAt(services.clock()));
    return { ...(await finishSetUp(services, { ...account, step, code })), step, key: keyOf(started.key) };
  };
  /** Begins to set up a factor while signed in. */
  const start = (address: string | undefined) =>
    changeFactor(services, 'start', { ...account, current: PASSWORD, keep: hash('sha256', 'none'), address });
  return { account, login, setUp, enrol, start };
}
