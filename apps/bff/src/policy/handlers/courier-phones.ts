import { type SecurityEventName } from '../../security-events/event-table.ts';
import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

type PhoneCall = Call<'couriers.connect' | 'couriers.disconnect', 'security'>;

function log(
  event: Extract<SecurityEventName, 'phone.linked' | 'phone.disconnected'>,
  { req, params, query, services: { security } }: PhoneCall,
): void {
  security.log(event, { ...exportFields(req, security, query.officeId), courier: params.id });
}

/** Has a link for a courier's phone created, and logs who asked for it. */
export async function linkPhone(call: PhoneCall, send: SendOn): Promise<unknown> {
  const value = await send(undefined);
  log('phone.linked', call);
  return value;
}

/** Has a courier's phone disconnected, and logs who asked for it. */
export async function disconnectPhone(call: PhoneCall, send: SendOn): Promise<unknown> {
  const value = await send(undefined);
  log('phone.disconnected', call);
  return value;
}
