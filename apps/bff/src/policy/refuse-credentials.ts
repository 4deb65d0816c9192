import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { isSecretName } from '../upstream/secret-names.ts';

/** @returns whether a target's query has a parameter that is named like a credential. */
export function namesCredential(target: string): boolean {
  const question = target.indexOf('?');
  if (question < 0) return false;
  return [...new URLSearchParams(target.slice(question)).keys()].some(isSecretName);
}

/**
 * Refuses a credential in an address, before anything is looked up for it: addresses end up in histories, in Referer
 * headers and in the logs of whatever stands in between.
 */
export const refuseCredentials: RequestHandler = (req, _res, next) => {
  if (namesCredential(req.originalUrl)) throw new Failure('invalid-request', { note: 'a credential in the address' });
  next();
};
