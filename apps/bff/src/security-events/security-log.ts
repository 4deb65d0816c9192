import { type Logger } from '../log.ts';
import { type LiveSession } from '../session/record.ts';
import { shortKey } from '../session/session-id.ts';
import { type FieldsOf, SECURITY_EVENTS, type SecurityEventName } from './event-table.ts';

/** Who did something, in digests: the session's, and the account's where somebody is signed in. */
interface Who {
  session?: string;
  account?: string;
}

/** Writes security events: the only way to a line of one of their names. */
export interface SecurityLog {
  tell<Name extends SecurityEventName>(name: Name, fields: FieldsOf<Name>): void;
  whoIn(session: LiveSession | undefined): Who;
}

/**
 * A security event is logged at whatever LOG_LEVEL, because nobody means these when they ask for less noise; `silent`
 * alone is silent.
 * @param accountOf what stands for an account in the log.
 */
export function createSecurityLog(log: Logger, accountOf: (sucursal: string, username: string) => string): SecurityLog {
  const always = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  return {
    tell(name, fields) {
      const line: object = { event: name, ...fields };
      always[SECURITY_EVENTS[name].level](line);
    },
    whoIn(session) {
      if (!session) return {};
      const { person } = session.record;
      return {
        session: shortKey(session.key),
        ...(person && { account: accountOf(person.sucursal, person.username) }),
      };
    },
  };
}
