import { type FactorChange, type FactorOutcome } from '@despacho/contracts/factor-calls';
import { keyOf } from '@despacho/tooling/stack/authenticator';
import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { type FactorStep, changeFactor, resetFactor } from '#people/factors/own-factor.ts';
import { finishSignIn } from '#people/factors/sign-in-steps.ts';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { signIn } from '#people/tokens/access-tokens.ts';
import { FactorDue } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { findAccount } from '#people/directory/accounts-repository.ts';
import { PASSWORD } from './people.ts';
import { OFFICE, reportSignIn } from './sign-in-rules.ts';

const TWO_DAYS = 2 * 24 * 3_600_000;

/** A person with a second factor, by default of N1. Their app has advanced, so that each code is a new one. */
export async function addFactor(services: Services, username = 'driver', sucursal = 'N1', password = PASSWORD) {
  const account = { sucursal, username };
  const proof: FactorChange = { ...account, current: password, keep: hash('sha256', 'none'), address: OFFICE };
  const change = (what: FactorStep, given: Partial<FactorChange> = {}, by = services): Promise<FactorOutcome> =>
    changeFactor(by, what, { ...proof, code: nextCode(), ...given });
  let shift = -1;
  let key: Buffer = Buffer.alloc(0);
  /** @returns the code of a step. @param apart steps from the current one. */
  const codeAt = (apart: number): string => codeOfStep(key, stepAt(services.clock()) + apart);
  const nextCode = (): string => codeAt(shift++);
  const found = await findAccount(services.db, sucursal, username);
  if (found)
    await reportSignIn(services, username, OFFICE, new Date(services.clock().getTime() - TWO_DAYS), {
      id: found.id,
      company: found.ruc,
      officeId: sucursal,
    });
  const started = await changeFactor(services, 'start', proof);
  if (started.outcome !== 'started') throw new Error(started.outcome);
  key = keyOf(started.key);
  const done = await change('confirm');
  if (done.outcome !== 'done') throw new Error(done.outcome);

  /** Proves the password. @returns the secret of the step. */
  const prove = async (by = services): Promise<string> => {
    const refused: unknown = await signIn(by, { ...account, password }).catch((error: unknown) => error);
    if (!(refused instanceof FactorDue)) throw new Error('no factor is due');
    return refused.details.step;
  };
  const finishStep = (step: string, code: string, by = services) => finishSignIn(by, { ...account, step, code });
  return {
    account,
    proof,
    codes: done.codes,
    started,
    change,
    codeAt,
    nextCode,
    prove,
    finishStep,
    /** Signs in with a code. */
    finish: async (code: string) => finishStep(await prove(), code),
    /** Signs in with a wrong code. */
    guess: async () => finishStep(await prove(), codeAt(-9)),
  };
}

/**
 * Requires that a copy of the data has the factor, and that without the key recovery codes and the operator help.
 * @param copy services on it.
 */
export async function expectCarried(factor: Awaited<ReturnType<typeof addFactor>>, copy: Services): Promise<void> {
  const withoutKey = { ...copy, config: { ...copy.config, secretsKeys: undefined } };
  const finish = async (code: string, by: Services) =>
    (await factor.finishStep(await factor.prove(by), code, by)).outcome;
  const code = factor.codeAt(1);
  const [recovery = ''] = factor.codes;
  expect([
    await finish(code, withoutKey),
    await finish(code, copy),
    await finish(recovery, withoutKey),
    await finish(recovery, copy),
  ]).toEqual(['key', 'signed-in', 'signed-in', 'code']);
  const { sucursal, username } = factor.account;
  const person = await findAccount(copy.db, sucursal, username);
  expect(person && (await resetFactor(copy.db, person, copy.clock()))).toBe(true);
  expect((await signIn(withoutKey, { sucursal, username, password: factor.proof.current })).token).not.toBe('');
}
