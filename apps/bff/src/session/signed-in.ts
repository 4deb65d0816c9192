import { type Request } from 'express';
import { Failure } from '#problems/failure.ts';
import { isSignedIn, type SignedInSession } from './record.ts';

/** @returns the signed-in session of a request. The chain has already refused requests without one. */
export function signedIn(req: Request): SignedInSession {
  const { live } = req.session;
  if (!isSignedIn(live)) throw new Failure('no-session');
  return live;
}
