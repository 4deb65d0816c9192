import { signInNoticeOperations, type SignInNotices } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

/** Whether the notices of a session were closed, or it had none. @param endsAt end of the session, which identifies it. */
export const areNoticesClosed = (endsAt: string): boolean => readStored('despacho.notices') === endsAt;

/** Stops reading notices until the next sign-in. @returns whether this could be stored. */
export const closeNotices = (endsAt: string): boolean => writeStored(endsAt, 'despacho.notices');

/** Query of unseen changes of how the user signs in. @param endsAt end of the session. */
export const noticesQuery = (endsAt: string) =>
  queryOptions({
    queryKey: ['sign-in-notices', endsAt],
    queryFn: async ({ signal }): Promise<SignInNotices> => {
      const notices = await call(signInNoticeOperations['notices.read'], {
        signal,
        background: 'refresh',
        logged: true,
      });
      if (notices.changes.length === 0 && notices.setUpBy === null) closeNotices(endsAt);
      return notices;
    },
    staleTime: Infinity,
  });

/** Marks the changes up to a time as seen. */
export const seeNotices = (until: string): Promise<undefined> =>
  call(signInNoticeOperations['notices.seen'], { body: { until }, logged: true });
