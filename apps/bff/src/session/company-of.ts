import { isSignedIn } from './record.ts';
import { type Sessions } from './sessions.ts';
import { type StoredSession } from './store.ts';

/** @returns the RUC of a session's company; undefined if the host states none, or the secret that sealed it is gone. */
export function companyOf(sessions: Pick<Sessions, 'secretsOf'>, session: StoredSession): string | undefined {
  try {
    return isSignedIn(session) ? (sessions.secretsOf(session).taxId ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
