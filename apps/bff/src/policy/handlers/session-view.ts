import { type SessionView } from '@despacho/contracts';
import { type SignedInSession } from '#session/record.ts';
import { type Sessions } from '#session/sessions.ts';

/** The named fields of a session that the browser may get. */
export function sessionView({ record }: SignedInSession, sessions: Sessions): SessionView {
  const { id, username, user, isNamed = false, charge, sucursal, officeId, modules } = record.person;
  const { idleEndsAt, endsAt } = sessions.endsOf(record);
  return {
    id,
    username,
    user,
    isNamed,
    charge,
    sucursal,
    officeId: { id: officeId },
    permissionsList: modules.map((module) => ({ module })),
    idleEndsAt: new Date(idleEndsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
  };
}
