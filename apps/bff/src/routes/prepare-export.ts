import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { exportTicket, isFullExport } from '@despacho/contracts/dispatch';
import { Failure } from '../problems/failure.ts';
import { type Call, type SendOn } from './policy.ts';
import { signedIn } from './signed-in.ts';

const TOO_MANY =
  'Son demasiadas órdenes, o casi todas las de la oficina, para exportarlas sin el cargo S. Acote más la tabla.';

/** Whatever else could be refused has been let through: it is the number of orders, which the service alone knows. */
function asTooMany(error: unknown): never {
  throw error instanceof Failure && error.kind === 'upstream-refused'
    ? new Failure('no-charge', { ...error.details, detail: TOO_MANY })
    : error;
}

/**
 * Has an export prepared, and ties its ticket to the session that asked for it.
 * @throws Failure no-charge for a full one without charge S.
 */
export async function prepareExport({ req, body, services }: Call<'exports.prepare'>, send: SendOn): Promise<unknown> {
  const session = signedIn(req);
  const mayTakeAll = session.record.person.charge === CHARGE_ALL_OFFICES;
  if (isFullExport(body.filter) && !mayTakeAll) throw new Failure('no-charge');
  const value = await send(body).catch(mayTakeAll ? undefined : asTooMany);
  const { success, data } = exportTicket.safeParse(value);
  // What is no ticket breaks the contract, and is told as that.
  return success ? { ...data, ticket: services.tickets.bind(session, data.ticket) } : value;
}
