import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

/** Forwards a photo after earlier ones of its user and office, because each is held in memory. */
export function capPhotos(
  { req, query, body, services }: Call<'evidence.add', 'sessions' | 'photos'>,
  send: SendOn,
): Promise<unknown> {
  const [person = ''] = services.sessions.owners.of(signedIn(req).record.person);
  return services.photos.run({ person, office: query.officeId, signal: req.deadline.signal }, () => send(body));
}
