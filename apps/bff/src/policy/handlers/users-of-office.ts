import { type OperationId } from '@despacho/contracts/operations';
import { type User, user } from '@despacho/contracts';
import { readRows } from '@despacho/contracts/legacy';
import { Failure } from '#problems/failure.ts';
import { checkedAnswer } from '../proxy/checked-answer.ts';
import { getFromUpstream } from '#upstream/get.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { LIST_ANSWER } from '@despacho/contracts';
import { type Call } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

/**
 * @returns the users of an office as the legacy host currently lists them for the caller, for permission rules; and the
 * raw response with its secrets, which may only be sent back to the same host.
 */
export async function usersOfOffice(
  officeId: string,
  { req, services }: Pick<Call<OperationId, 'config' | 'agents' | 'sessions' | 'freshness'>, 'req' | 'services'>,
): Promise<{ users: User[]; received: unknown }> {
  const { config, agents, sessions } = services;
  const { signal } = req.deadline;
  const headers = {
    authorization: `Bearer ${sessions.secretsOf(signedIn(req)).bearer}`,
    'x-request-id': req.requestId,
  };
  const url = upstreamUrl(config.API_URL, `/users/${encodeURIComponent(officeId)}`);
  const answer = await getFromUpstream(url, '', headers, agents, signal);
  const { value, received } = await checkedAnswer(req, answer, LIST_ANSWER, services);
  const read = readRows(user, value);
  if (!read) throw new Failure('upstream-broken', { note: 'users answer breaks its contract' });
  return { users: read.rows, received };
}
