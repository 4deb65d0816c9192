import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Reads who received an order with the whole document, and logs who read it. */
export async function viewReceiver(call: Call<'visits.receiver', 'security'>, send: SendOn): Promise<unknown> {
  const { req, params, query, services } = call;
  const value = await send(undefined);
  services.security.log('receiver.viewed', {
    ...exportFields(req, services.security, query.officeId),
    visit: params.id,
  });
  return value;
}
