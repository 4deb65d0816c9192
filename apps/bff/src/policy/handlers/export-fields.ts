import { type Request } from 'express';
import { clientAddress } from '#session/client-address.ts';
import { type SecurityLog } from '#security-events/security-log.ts';
import { signedIn } from '#session/signed-in.ts';

/** Log fields: who exports from which office. The user name is in clear, as for administrators' actions. */
export function exportFields(req: Request, security: SecurityLog, officeId: string) {
  const session = signedIn(req);
  return {
    requestId: req.requestId,
    ip: clientAddress(req),
    ...security.whoIn(session),
    by: session.record.person.username,
    officeId,
  };
}
