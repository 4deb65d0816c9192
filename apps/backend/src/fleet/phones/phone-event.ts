import { type Actor, type PhoneChanged } from '@despacho/contracts/dispatch';

/** @returns the event for a phone that was connected or disconnected. */
export const phoneEvent = (
  { officeId, courierId, courier }: { officeId: string; courierId: number; courier: string },
  { username, user }: Actor,
  what: PhoneChanged['what'],
  now: Date,
): PhoneChanged => ({
  type: 'phone.changed',
  at: now.toISOString(),
  officeId,
  actor: { username, user },
  what,
  courier: { id: String(courierId), name: courier },
});
