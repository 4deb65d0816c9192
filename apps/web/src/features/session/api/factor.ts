import { factorOperations, type FactorView, signInNoticeOperations, type SessionView } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { singleFlight } from '../state/single-flight.ts';

/** What proves again who is signed in. */
interface Proof {
  current: string;
  code: string;
}

/** Finishes a sign-in with a code. */
export const finishSignIn = (code: string): Promise<SessionView> =>
  call(factorOperations['session.factor'], { body: { code }, held: false });

/** Starts to set up the second factor that a sign-in lacks. A later call replaces the key. */
export const startSetUp = singleFlight((): Promise<{ key: string; uri: string }> =>
  call(signInNoticeOperations['session.setUpFactor'], { held: false }),
);

/** Sets up the second factor that a sign-in lacks, and finishes the sign-in. */
export const finishSetUp = (code: string): Promise<{ codes: string[]; session: SessionView }> =>
  call(signInNoticeOperations['session.finishSetUp'], { body: { code }, held: false });

/** Leaves a sign-in that waits for its second factor. */
export const cancelSecondStep = (): Promise<undefined> =>
  call(factorOperations['session.factorCancel'], { held: false, logged: true });

/** Proves again who is signed in: with a code if they have a second factor, else with the password. */
export const proveAgain = (body: Partial<Proof>): Promise<SessionView> =>
  call(factorOperations['session.prove'], { body, held: false });

/** The user's own second factor. */
export const factorQuery = queryOptions({
  queryKey: ['factor'],
  queryFn: (context): Promise<FactorView> => call(factorOperations['factor.read'], reading(context)),
  staleTime: 0,
});

/** Begins to set up the own second factor. @returns its key. */
export const startFactor = (current: string): Promise<{ key: string; uri: string }> =>
  call(factorOperations['factor.start'], { body: { current } });

/** Sets up the own second factor. @returns its recovery codes. */
export const confirmFactor = async (body: Proof): Promise<string[]> =>
  (await call(factorOperations['factor.confirm'], { body })).codes;

/** Replaces the own recovery codes. */
export const renewCodes = async (body: Proof): Promise<string[]> =>
  (await call(factorOperations['factor.codes'], { body })).codes;

/** Removes the own second factor. */
export const removeFactor = async (body: Proof): Promise<string[]> => {
  await call(factorOperations['factor.remove'], { body });
  return [];
};
