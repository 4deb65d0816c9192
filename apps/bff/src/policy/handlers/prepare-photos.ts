import { photoExportTicket } from '@despacho/contracts/dispatch';
import { packTicket } from '#session/export-record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/**
 * Has an archive of photos prepared unless its user has prepared too many, binds its ticket to the session, and logs it
 * to the security log.
 */
export async function preparePhotos(
  {
    req,
    query,
    body,
    services,
  }: Call<'evidence.prepare', 'sessions' | 'tickets' | 'security' | 'selectionDigest' | 'photoExports'>,
  send: SendOn,
): Promise<unknown> {
  const session = signedIn(req);
  const [person = ''] = services.sessions.owners.of(session.record.person);
  const who = { person, office: query.officeId, signal: req.deadline.signal };
  const value = await services.photoExports.run(who, () => send(body));
  const { success, data } = photoExportTicket.safeParse(value);
  // An invalid ticket breaks the contract and is reported as that.
  if (!success) return value;
  const record = { count: data.photos, digest: services.selectionDigest(body.photos) };
  services.security.log('photos.prepared', {
    ...exportFields(req, services.security, query.officeId),
    photos: record.count,
    selection: record.digest,
    orders: data.orders,
  });
  return { ...data, ticket: services.tickets.bind(session, packTicket(record, data.ticket)) };
}
