import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '../../session/signed-in.ts';

/** Forwards an import unless its user or office has too many pending. */
export function capImports(
  { req, query, body, services }: Call<'imports.preview' | 'imports.commit', 'sessions' | 'imports'>,
  send: SendOn,
): Promise<unknown> {
  // One name per user however typed, even if the host returns no ids.
  const [person = ''] = services.sessions.owners.of(signedIn(req).record.person);
  return services.imports.run({ person, office: query.officeId }, () => send(body));
}
