import { type OperationId } from '@despacho/contracts/operations';
import { type ProblemKind } from '@despacho/contracts';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { entriesOf, entriesToSave } from './entries-to-save.ts';
import { auditFields } from './export-fields.ts';
import { applyPermissionRules } from './permission-rules.ts';
import { type Call, type SendOn } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';
import { usersOfOffice } from './users-of-office.ts';

/** Kinds of definite refusals: the host has not saved. After any other failure it may have. */
const REFUSALS: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'upstream-rejected',
  'upstream-refused',
  'not-found',
  'conflict',
  'expired',
  'unprocessable',
  'unavailable',
  'session-ended',
]);

/** A host that becomes unavailable during a save may have saved. */
function outcomeOf(error: unknown): 'refused' | 'unknown' {
  if (!(error instanceof Failure) || !REFUSALS.has(error.kind)) return 'unknown';
  return error.kind === 'unavailable' && error.details.forwarded ? 'unknown' : 'refused';
}

/** Whether the dispatch service answers the legacy calls: it validates the list again, under its own lock. */
const isOwnService = ({ API_URL, OPERATIONS_URL }: Config): boolean => OPERATIONS_URL?.origin === API_URL.origin;

/**
 * Runs work when no other save of these offices is running. Offices are locked in a fixed order, so that saves cannot
 * deadlock.
 */
function inTurn<T>(
  officeIds: string[],
  { req, services }: Pick<Call<OperationId, 'saves'>, 'req' | 'services'>,
  work: () => Promise<T>,
) {
  const keys = [...new Set(officeIds.map((id) => id.toLowerCase()))].sort();
  return keys.reduceRight<() => Promise<T>>(
    (next, key) => () => services.saves.run(key, req.deadline.signal, next),
    work,
  )();
}

/**
 * Validates a permission change against the current list, and sends the legacy host the list to save. Logs the request
 * before it is sent, and always logs its outcome.
 */
export async function updatePermissions(
  call: Call<'permissions.update', 'saves' | 'security' | 'config' | 'agents' | 'sessions' | 'freshness'>,
  send: SendOn,
): Promise<unknown> {
  const { req, params, query, body, services } = call;
  const caller = signedIn(req).record.person;
  const officeId = query.officeId ?? caller.officeId;
  const wanted = body.permissionsList.map(({ module }) => module);
  // For both offices, because a save of the other one may revoke what permits this one.
  return inTurn([officeId, caller.officeId], call, async () => {
    const { users, received } = await usersOfOffice(officeId, call);
    const takesAdministration = officeId !== caller.officeId && !wanted.includes('G01');
    const callersOffice = takesAdministration ? (await usersOfOffice(caller.officeId, call)).users : undefined;
    const change = { caller, targetId: params.id, users, callersOffice, wanted, basedOn: body.basedOn };
    const { before, after } = applyPermissionRules(change);
    const audit = { ...auditFields(req, services.security, officeId), target: params.id, before, after };
    services.security.log('permissions.requested', audit);
    let outcome = 'unknown';
    try {
      const value = await send({
        permissionsList: entriesToSave(entriesOf(received, params.id), after),
        // A foreign host gets only documented fields.
        ...(isOwnService(services.config) && { basedOn: before }),
      });
      outcome = 'accepted';
      return value;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      services.security.log('permissions.settled', { ...audit, outcome });
    }
  });
}
