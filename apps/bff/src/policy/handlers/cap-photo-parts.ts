import { type Call, type SendOn } from '../policy.ts';

/** Forwards a part of a photo unless its phone has too many pending, or sent too many. */
export function capPhotoParts(
  { req, body, services }: Call<'field.photoPart', 'photoParts'>,
  send: SendOn,
): Promise<unknown> {
  const phone = req.session.linked?.key ?? '';
  return services.photoParts.run({ person: phone, office: phone }, () => send(body));
}
