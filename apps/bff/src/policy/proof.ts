import { type Request, type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { signedIn } from '#session/signed-in.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';

/** What `isProofDue` needs of the gateway. */
export type ProofServices = 'config' | 'now';

/** @returns whether the user's last proof is older than the row of the request allows. Never with a foreign host. */
export function isProofDue(req: Request, { config, now }: Pick<Services, ProofServices>): boolean {
  const { proof: need } = req.matched.policy;
  if (!need || !ownsDirectory(config)) return false;
  // Sessions of an earlier release have none.
  const { at = -Infinity, by } = signedIn(req).record.proof ?? {};
  // No second factor: a sign-in would have required it, and setting one up replaces the proof and ends the other sessions.
  if (need.withFactor && by === 'password') return false;
  return now() - at > need.minutes * 60_000;
}

/** @returns the refusal of a request that may be repeated after a proof. */
export const proofDue = (): Failure =>
  new Failure('proof-due', {
    detail: 'No se hizo, porque no confirmó que es usted. Puede intentarlo otra vez',
    note: 'the last proof of who it is is too old',
  });

/** Refuses users whose last proof is too old for the row. After every other check, so that nobody types one in vain. */
export const checkProof =
  (services: Pick<Services, ProofServices>): RequestHandler =>
  (req, _res, next) => {
    if (req.matched.policy.proof?.aboveRows === undefined && isProofDue(req, services)) throw proofDue();
    next();
  };
