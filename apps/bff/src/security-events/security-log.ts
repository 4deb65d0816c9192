import { type Logger } from '#log.ts';
import { type LiveSession } from '#session/record.ts';
import { shortKey } from '#session/session-id.ts';
import { type FieldsOf, SECURITY_EVENTS, type SecurityEventName } from './event-table.ts';

/** Who did something, as digests: of the session, and of the account if signed in. */
interface Who {
  session?: string;
  account?: string;
}

/** Writes security events; nothing else may use their names. */
export interface SecurityLog {
  log<Name extends SecurityEventName>(name: Name, fields: FieldsOf<Name>): void;
  /** @param session of staff, or the id of a courier's phone or a guest. */
  whoIn(session: LiveSession | Pick<LiveSession, 'key'> | undefined): Who;
}

/**
 * Security events are logged at any LOG_LEVEL except `silent`, because lowering the level must not hide them.
 * @param accountOf digest of an account for the log.
 */
export function createSecurityLog(log: Logger, accountOf: (sucursal: string, username: string) => string): SecurityLog {
  const always = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  return {
    log(name, fields) {
      const line: object = { event: name, ...fields };
      always[SECURITY_EVENTS[name].level](line);
    },
    whoIn(session) {
      if (!session) return {};
      const person = 'record' in session ? session.record.person : undefined;
      return {
        session: shortKey(session.key),
        ...(person && { account: accountOf(person.sucursal, person.username) }),
      };
    },
  };
}
