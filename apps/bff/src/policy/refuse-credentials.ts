import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { isSecretName } from '#upstream/secret-names.ts';

/** @returns whether a target's query has a parameter with the name of a credential. */
export function namesCredential(target: string): boolean {
  const question = target.indexOf('?');
  if (question < 0) return false;
  return [...new URLSearchParams(target.slice(question)).keys()].some(isSecretName);
}

/**
 * Refuses credentials in a URL, before any lookup: URLs end up in histories, Referer headers and the logs of proxies.
 */
export const refuseCredentials: RequestHandler = (req, _res, next) => {
  if (namesCredential(req.originalUrl)) throw new Failure('invalid-request', { note: 'a credential in the address' });
  next();
};
