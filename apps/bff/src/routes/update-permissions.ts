import { OPERATIONS, type ProblemKind } from '@despacho/contracts';
import { Failure } from '../problems/failure.ts';
import { checkedAnswer } from '../proxy/checked-answer.ts';
import { createKeyedQueue } from '../proxy/keyed-queue.ts';
import { getFromUpstream } from '../upstream/get.ts';
import { upstreamUrl } from '../upstream/upstream-url.ts';
import { LIST_ANSWER } from './limits.ts';
import { applyPermissionRules } from './permission-rules.ts';
import { type Call, type SendOn } from './policy.ts';
import { signedIn } from './signed-in.ts';

async function usersOf(officeId: string, { req, services }: Call<'permissions.update'>) {
  const { config, agents, sessions } = services;
  const { signal } = req.deadline;
  const headers = {
    authorization: `Bearer ${sessions.secretsOf(signedIn(req)).bearer}`,
    'x-request-id': req.requestId,
  };
  const url = upstreamUrl(config.API_URL, `/users/${encodeURIComponent(officeId)}`);
  const answer = await getFromUpstream(url, '', headers, agents, signal);
  const body = await checkedAnswer(req, answer, LIST_ANSWER, services);
  const parsed = OPERATIONS['users.list'].response.safeParse(body);
  if (!parsed.success) throw new Failure('upstream-broken', { note: 'users answer breaks its contract' });
  return parsed.data;
}

/** Kinds that come of a clear answer of the host: it has not saved. After any other failure it may have. */
const REFUSALS: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'upstream-rejected',
  'upstream-refused',
  'not-found',
  'conflict',
  'unavailable',
  'session-ended',
]);

const outcomeOf = (error: unknown) => (error instanceof Failure && REFUSALS.has(error.kind) ? 'refused' : 'unknown');

/** Saves of an office through this process, one after another: each is judged by the list the one before it left. */
const saves = createKeyedQueue();

/**
 * Checks a permission change against the list as it is now, and sends the legacy host the list to save. What is asked of
 * the host is logged before it is asked, and what came of it whatever happens.
 */
export async function updatePermissions(call: Call<'permissions.update'>, send: SendOn): Promise<unknown> {
  const { req, params, query, body, services } = call;
  const caller = signedIn(req).record.person;
  const officeId = query.officeId ?? caller.officeId;
  const wanted = body.permissionsList.map(({ module }) => module);
  return saves.run(officeId.toLowerCase(), req.deadline.signal, async () => {
    const users = await usersOf(officeId, call);
    const change = { caller, targetId: params.id, users, wanted, basedOn: body.basedOn };
    const { before, after } = applyPermissionRules(change);
    const audit = { requestId: req.requestId, by: caller.username, target: params.id, officeId, before, after };
    services.log.info({ event: 'permissions.requested', ...audit });
    let outcome = 'unknown';
    try {
      const value = await send({ permissionsList: after.map((module) => ({ module })) });
      outcome = 'accepted';
      return value;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      services.log.info({ event: 'permissions.settled', outcome, ...audit });
    }
  });
}
