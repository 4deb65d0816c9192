import { COMMITS_PER_HOUR, FIXES_PER_HOUR } from '#throttle/upload-caps.ts';
import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

type Import = Call<
  | 'imports.preview'
  | 'imports.commit'
  | 'imports.fix'
  | 'imports.clients'
  | 'clients.importPreview'
  | 'clients.importCommit'
  | 'couriers.preview'
  | 'people.preview',
  'sessions' | 'imports'
>;

function cap({ req, query, body, services }: Import, send: SendOn, perHour?: number): Promise<unknown> {
  // One name per user however typed, even if the host returns no ids.
  const [person = ''] = services.sessions.owners.of(signedIn(req).record.person);
  return services.imports.run(
    { person, office: query.officeId, signal: req.deadline.signal },
    () => send(body),
    perHour,
  );
}

/** Forwards a preview after earlier ones of its user and office, unless its user makes too many in an hour. */
export const capImports = (call: Import, send: SendOn): Promise<unknown> => cap(call, send);

/** Forwards an import of a previewed file, within its own hourly limit. */
export const capCommits = (call: Import, send: SendOn): Promise<unknown> => cap(call, send, COMMITS_PER_HOUR);

/** Forwards a correction of a preview, within its own hourly limit. */
export const capFixes = (call: Import, send: SendOn): Promise<unknown> => cap(call, send, FIXES_PER_HOUR);
