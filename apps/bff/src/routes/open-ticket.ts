import { Failure } from '../problems/failure.ts';
import { type Call } from './policy.ts';
import { signedIn } from './signed-in.ts';

/**
 * @returns the query of a download with the service's own ticket.
 * @throws Failure not-found for a ticket of another session: a link that was passed on leads nowhere.
 */
export function openTicket({ query, req, services }: Call<'exports.download'>): Record<string, string> {
  const ticket = services.tickets.open(signedIn(req), query.ticket);
  if (ticket === undefined) throw new Failure('not-found', { note: 'ticket of another session, or of nobody' });
  return { officeId: query.officeId, ticket };
}
