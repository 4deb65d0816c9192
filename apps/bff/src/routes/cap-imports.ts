import { type Call, type SendOn } from './policy.ts';
import { signedIn } from './signed-in.ts';

/** Sends an import on where neither the person nor the office has too many under way. */
export function capImports(
  { req, query, body, services }: Call<'imports.preview'> | Call<'imports.commit'>,
  send: SendOn,
): Promise<unknown> {
  const { sucursal, id } = signedIn(req).record.person;
  return services.imports.run({ person: `${sucursal}/${id}`, office: query.officeId }, () => send(body));
}
