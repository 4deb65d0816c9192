import { type SecurityEventName } from '#security-events/event-table.ts';
import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

type PhoneOperation = 'couriers.connect' | 'couriers.disconnect' | 'couriers.track' | 'couriers.untrack';
type PhoneCall = Call<PhoneOperation, 'security'>;

function log(
  event: Extract<SecurityEventName, 'phone.linked' | 'phone.disconnected' | 'tracker.linked' | 'tracker.revoked'>,
  { req, params, query, services: { security } }: PhoneCall,
): void {
  security.log(event, { ...exportFields(req, security, query.officeId), courier: params.id });
}

async function sendAndLog(event: Parameters<typeof log>[0], call: PhoneCall, send: SendOn): Promise<unknown> {
  const value = await send(undefined);
  log(event, call);
  return value;
}

/** Has a link for a courier's phone created, and logs who asked for it. */
export function linkPhone(call: PhoneCall, send: SendOn): Promise<unknown> {
  return sendAndLog('phone.linked', call, send);
}

/** Has a courier's phone disconnected, and logs who asked for it. */
export function disconnectPhone(call: PhoneCall, send: SendOn): Promise<unknown> {
  return sendAndLog('phone.disconnected', call, send);
}

/** Has an address for a courier's Traccar Client created, and logs who asked for it. */
export function linkTracker(call: PhoneCall, send: SendOn): Promise<unknown> {
  return sendAndLog('tracker.linked', call, send);
}

/** Has that address revoked, and logs who asked for it. */
export function revokeTracker(call: PhoneCall, send: SendOn): Promise<unknown> {
  return sendAndLog('tracker.revoked', call, send);
}
