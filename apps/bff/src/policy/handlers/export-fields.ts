import { type Request } from 'express';
import { clientAddress } from '#session/client-address.ts';
import { type SecurityLog } from '#security-events/security-log.ts';
import { signedIn } from '#session/signed-in.ts';

/** Log fields: who acts in which office. The user name is in clear. */
export function auditFields(req: Request, security: SecurityLog, officeId: string) {
  const session = signedIn(req);
  return { requestId: req.requestId, ...security.whoIn(session), by: session.record.person.username, officeId };
}

/** Log fields: who exports from which office, and from where. */
export const exportFields = (req: Request, security: SecurityLog, officeId: string) => ({
  ...auditFields(req, security, officeId),
  ip: clientAddress(req),
});
