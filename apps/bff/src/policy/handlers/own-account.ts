import { type Request } from 'express';
import { type SecurityLog } from '#security-events/security-log.ts';
import { clientAddress } from '#session/client-address.ts';
import { signedIn } from '#session/signed-in.ts';

/** @returns the signed-in user's account as the dispatch service names it. */
export function ownAccount(req: Request): { sucursal: string; username: string } {
  const { officeId: sucursal, username } = signedIn(req).record.person;
  return { sucursal, username };
}

/** @returns the fields that every security event about the signed-in user has. */
export const ownLine = (req: Request, security: SecurityLog) => ({
  requestId: req.requestId,
  ip: clientAddress(req),
  ...security.whoIn(signedIn(req)),
});
