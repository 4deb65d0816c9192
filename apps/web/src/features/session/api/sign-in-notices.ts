import { signInNoticeOperations, type SignInNotices } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

/** Whether the notices of the session that ends then were closed, or there were none. */
export const areNoticesClosed = (endsAt: string): boolean => readStored('despacho.notices') === endsAt;

/** Reads no notices again until the next sign-in. */
export const closeNotices = (endsAt: string): boolean => writeStored(endsAt, 'despacho.notices');

/** What the user should know of how they sign in. @param endsAt end of the session. */
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

/** Stops showing the changes until a time. */
export const seeNotices = (until: string): Promise<undefined> =>
  call(signInNoticeOperations['notices.seen'], { body: { until }, logged: true });
