import { Failure } from '#problems/failure.ts';
import { exportFields } from './export-fields.ts';
import { unpackTicket } from '#session/export-record.ts';
import { type Call } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

type Download = Call<'exports.download' | 'evidence.download', 'tickets' | 'security'>;

/** @throws Failure not-found for a ticket of another session, such as a shared link. */
function opened({ query, req, services }: Download): NonNullable<ReturnType<typeof unpackTicket>> {
  const word = services.tickets.open(signedIn(req), query.ticket);
  const found = word === undefined ? undefined : unpackTicket(word);
  if (!found) throw new Failure('not-found', { note: 'ticket of another session, or of nobody' });
  return found;
}

/**
 * @returns the query of a download with the service's own ticket.
 * @throws Failure not-found for a ticket of another session.
 */
export const openTicket = (call: Download): Record<string, string> => ({
  officeId: call.query.officeId,
  ticket: opened(call).ticket,
});

/** Fields of a log line about a file that was sent, completely or in part. */
function sentFields(call: Download, whole: boolean) {
  const { req, query, services } = call;
  const { count, digest } = opened(call).record;
  const who = exportFields(req, services.security, query.officeId);
  return { who, count, digest, outcome: whole ? 'complete' : 'cut' };
}

/** Logs to the security log that an export of orders was sent. */
export function logDownload(call: Download, whole: boolean): void {
  const { who, count, digest, outcome } = sentFields(call, whole);
  call.services.security.log('export.downloaded', { ...who, orders: count, filter: digest, outcome });
}

/** Logs to the security log that an archive of photos was sent. */
export function logPhotos(call: Download, whole: boolean): void {
  const { who, count, digest, outcome } = sentFields(call, whole);
  call.services.security.log('photos.downloaded', { ...who, photos: count, selection: digest, outcome });
}
