import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Reads the documents of a courier, and logs who read them. */
export async function viewDocuments(call: Call<'couriers.documents', 'security'>, send: SendOn): Promise<unknown> {
  const { req, params, query, services } = call;
  const value = await send(undefined);
  services.security.log('documents.viewed', {
    ...exportFields(req, services.security, query.officeId),
    courier: params.id,
  });
  return value;
}
