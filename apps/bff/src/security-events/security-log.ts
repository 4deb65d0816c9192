import { type Logger } from '#log.ts';
import { type LiveSession } from '#session/record.ts';
import { shortKey } from '#session/session-id.ts';
import { type StoredSession } from '#session/store.ts';
import { type FieldsOf, levelOf, type SecurityEventName } from './event-table.ts';
import { type EventSource, reportOfEvent } from './report-of-event.ts';
import { type TrailReports } from './trail-reports.ts';

/** Key of the session in fields of an event, for the trail. Being a symbol, it never reaches a line of the log. */
const SESSION = Symbol('session');

/** Who did something, as digests: of the session, and of the account if signed in. */
interface Who {
  session?: string;
  account?: string;
  [SESSION]?: StoredSession;
}

/** Where the trail's reports go. */
interface Trail {
  reports: Pick<TrailReports, 'add'>;
  /** @returns the RUC of a session's company; undefined if unknown. */
  companyOf: (session: StoredSession) => string | undefined;
  /** Whether our own service keeps the accounts. */
  ownsDirectory: boolean;
}

/** Writes security events; nothing else may use their names. */
export interface SecurityLog {
  /** @param attempt the account of a refused sign-in or password. Only the dispatch service receives it. */
  log<Name extends SecurityEventName>(name: Name, fields: FieldsOf<Name> & Who, attempt?: EventSource['attempt']): void;
  /** @param session of staff, or the id of a courier's phone or a guest. */
  whoIn(session: StoredSession | LiveSession | Pick<LiveSession, 'key'> | undefined): Who;
}

/**
 * Security events are logged at any LOG_LEVEL except `silent`, because lowering the level must not hide them.
 * @param accountOf digest of an account for the log.
 */
export function createSecurityLog(
  log: Logger,
  accountOf: (sucursal: string, username: string) => string,
  trail?: Trail,
): SecurityLog {
  const always = log.level === 'silent' ? log : log.child({}, { level: 'info' });

  function personIn(session: StoredSession | undefined): EventSource['person'] {
    const person = session?.record.person;
    const company = session && person && trail?.companyOf(session);
    if (!person || company === undefined) return undefined;
    const { id, username, user, officeId } = person;
    return { id, username, user, company, officeId };
  }

  return {
    log(name, fields, attempt) {
      const { [SESSION]: session, ...line }: Who = fields;
      always[levelOf(name)]({ event: name, ...line });
      if (!trail) return;
      const source = { person: personIn(session), attempt };
      const report = reportOfEvent(name, { ...line }, source, trail.ownsDirectory);
      if (report) trail.reports.add(report);
    },
    whoIn(session) {
      if (!session) return {};
      const person = 'record' in session ? session.record.person : undefined;
      return {
        session: shortKey(session.key),
        ...(person && { account: accountOf(person.sucursal, person.username), [SESSION]: session as StoredSession }),
      };
    },
  };
}
