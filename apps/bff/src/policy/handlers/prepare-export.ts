import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { exportTicket, isFullExport } from '@despacho/contracts/dispatch';
import { Failure } from '#problems/failure.ts';
import { isProofDue, proofDue, type ProofServices } from '../proof.ts';
import { exportFields } from './export-fields.ts';
import { packTicket } from '#session/export-record.ts';
import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

const TOO_MANY =
  'Son demasiadas órdenes, o casi todas las de la oficina, para exportarlas sin el cargo S. Reduzca más la búsqueda.';

/**
 * All other reasons for a refusal were checked before, so this one is the number of orders, which only the service
 * knows.
 */
function asTooMany(error: unknown): never {
  throw error instanceof Failure && error.kind === 'upstream-refused'
    ? new Failure('no-charge', { ...error.details, detail: TOO_MANY })
    : error;
}

/**
 * Has an export prepared, binds its ticket to the session, and logs it to the security log.
 * @throws Failure no-charge for a full export without charge S; proof-due for more orders than the row allows without a
 * recent proof, which the service then does not count for the day.
 */
export async function prepareExport(
  { req, query, body, services }: Call<'exports.prepare', 'tickets' | 'security' | 'filterDigest' | ProofServices>,
  send: SendOn,
): Promise<unknown> {
  const session = signedIn(req);
  const mayTakeAll = session.record.person.charge === CHARGE_ALL_OFFICES;
  if (isFullExport(body.filter) && !mayTakeAll) throw new Failure('no-charge');
  // Only we say how many: a page's own number would be no limit.
  const { upTo: _, ...wanted } = body;
  const upTo = isProofDue(req, services) ? req.matched.policy.proof?.aboveRows : undefined;
  const value = await send({ ...wanted, ...(upTo !== undefined && { upTo }) }).catch((error: unknown) => {
    if (upTo !== undefined && error instanceof Failure && error.kind === 'conflict') throw proofDue();
    throw mayTakeAll ? error : asTooMany(error);
  });
  const { success, data } = exportTicket.safeParse(value);
  // An invalid ticket breaks the contract and is reported as that.
  if (!success) return value;
  const record = { count: data.orders, digest: services.filterDigest(body.filter) };
  services.security.log('export.prepared', {
    ...exportFields(req, services.security, query.officeId),
    orders: record.count,
    filter: record.digest,
    format: body.format,
  });
  return { ...data, ticket: services.tickets.bind(session, packTicket(record, data.ticket)) };
}
