import { type Answer, type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Forwards the removal of a photo, and logs it to the security log once it is done. */
export async function removePhoto(
  { req, params, query, body, services }: Call<'evidence.remove', 'security'>,
  send: SendOn,
): Promise<unknown> {
  const value = (await send(body)) as Partial<Answer<'evidence.remove'>> | undefined;
  services.security.log('photo.removed', {
    ...exportFields(req, services.security, query.officeId),
    photo: params.id,
    order: value?.order?.id,
  });
  return value;
}
