import { type LiveEvent } from '@despacho/contracts';
import { modulesOf } from '#features/session/rules/person.ts';
import { rereadSession, useSession } from '#features/session/state/session.ts';
import { pause } from '#shared/http/retry.ts';
import { useLiveEvents } from '#shared/live/live.ts';

type PermissionsChanged = Extract<LiveEvent, { type: 'permissions.changed' }>;

/** In milliseconds. Longer than pages that open together share one response of the gateway (3 s). */
const SHARED_ANSWER = 4000;

async function rereadUntilChanged({ added, removed }: PermissionsChanged): Promise<void> {
  const view = await rereadSession({ background: 'session' });
  if (!view) return;
  const modules = new Set(modulesOf(view));
  if (added.every((code) => modules.has(code)) && !removed.some((code) => modules.has(code))) return;
  await pause(SHARED_ANSWER);
  await rereadSession({ background: 'session' });
}

/** Updates menu and guards when the signed-in user's permissions change. */
export function useOwnPermissions(): void {
  const { username, officeId } = useSession();
  useLiveEvents('permissions.changed', (event) => {
    const isMe = event.officeId === officeId.id && event.subject.username.toLowerCase() === username.toLowerCase();
    if (isMe) void rereadUntilChanged(event).catch(() => undefined);
  });
}
