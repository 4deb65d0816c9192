import {
  guestLinkOperations,
  type GuestLinks,
  type GuestLinkSubject,
  type NewGuestLink,
} from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Nested under the office's dispatch key. */
export const guestLinksKey = (officeId: string) => ['dispatch', officeId, 'guest-links'] as const;

/** Orders with their histories. Their feature shows photos, so its keys cannot be imported here. */
export const historiesKey = (officeId: string) => ['dispatch', officeId, 'order'] as const;

/** The valid links of an order, or of the whole office. */
export const guestLinksQuery = (officeId: string, orderId: string | undefined) =>
  queryOptions({
    queryKey: [...guestLinksKey(officeId), orderId ?? null],
    queryFn: (context): Promise<GuestLinks> =>
      call(guestLinkOperations['guestLinks.list'], {
        query: { officeId, ...(orderId !== undefined && { orden: orderId }) },
        ...reading(context),
      }),
    // Guests open links without an event.
    staleTime: 0,
  });

export const createGuestLink = (
  officeId: string,
  body: { subject: GuestLinkSubject; days: number },
): Promise<NewGuestLink> => call(guestLinkOperations['guestLinks.create'], { query: { officeId }, body });

export const revokeGuestLink = (officeId: string, id: string): Promise<object> =>
  call(guestLinkOperations['guestLinks.revoke'], { params: { id }, query: { officeId } });
