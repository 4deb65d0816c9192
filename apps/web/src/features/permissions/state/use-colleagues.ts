import { type User } from '@despacho/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveEvents } from '#shared/live/live.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useSession } from '#features/session/state/session.ts';
import { usersQuery } from '../api/users.ts';
import { applyChange } from '../rules/colleague-change.ts';

/** How long a row shows who changed it, in milliseconds. */
const MARK_MS = 8000;

/**
 * Who last changed a user's permissions and when (ISO, service clock), by user id. `fresh` while the row shows it.
 */
export type ColleagueMarks = ReadonlyMap<string, { by: string; at: string; fresh: boolean }>;

/** Applies colleagues' changes to the cached list as they happen. @returns who made them, by user id. */
export function useColleagues(officeId: string): ColleagueMarks {
  const me = useSession();
  const client = useQueryClient();
  const [marks, setMarks] = useState<ColleagueMarks>(new Map());

  useLiveEvents('permissions.changed', (event) => {
    if (event.officeId !== officeId) return;
    client.setQueryData<readonly User[]>(
      usersQuery(me, officeId).queryKey,
      (users) => users && applyChange(users, event),
    );
    if (event.actor.username === me.username) return;
    const mark = (fresh: boolean) =>
      setMarks((now) => new Map(now).set(event.subject.id, { by: event.actor.user, at: event.at, fresh }));
    mark(true);
    announce(`${event.actor.user} cambió los permisos de ${event.subject.user}`);
    setTimeout(() => mark(false), MARK_MS);
  });
  return marks;
}
