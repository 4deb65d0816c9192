import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '../../session/signed-in.ts';

/** Sends an import on where neither the person nor the office has too many under way. */
export function capImports(
  { req, query, body, services }: Call<'imports.preview' | 'imports.commit', 'sessions' | 'imports'>,
  send: SendOn,
): Promise<unknown> {
  // One name however they typed it, and each their own where the host names no ids.
  const [person = ''] = services.sessions.owners.of(signedIn(req).record.person);
  return services.imports.run({ person, office: query.officeId }, () => send(body));
}
