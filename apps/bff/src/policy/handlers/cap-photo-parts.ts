import { type Call, type SendOn } from '../policy.ts';

/** Forwards a part of a photo after earlier ones of its phone, unless it sent too many. */
export function capPhotoParts(
  { req, body, services }: Call<'field.photoPart', 'photoParts'>,
  send: SendOn,
): Promise<unknown> {
  const phone = req.session.linked?.key ?? '';
  return services.photoParts.run({ person: phone, office: phone, signal: req.deadline.signal }, () => send(body));
}
