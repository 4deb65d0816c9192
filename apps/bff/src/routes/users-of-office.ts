import { OPERATIONS, type User } from '@despacho/contracts';
import { Failure } from '../problems/failure.ts';
import { checkedAnswer } from '../proxy/checked-answer.ts';
import { accepts } from '../upstream/accepts.ts';
import { getFromUpstream } from '../upstream/get.ts';
import { upstreamUrl } from '../upstream/upstream-url.ts';
import { LIST_ANSWER } from './limits.ts';
import { type Call } from './policy.ts';
import { signedIn } from './signed-in.ts';

/** @returns the users of an office as the legacy host lists them now to whoever asks, for a rule that is judged by them. */
export async function usersOfOffice(
  officeId: string,
  { req, services }: Pick<Call, 'req' | 'services'>,
): Promise<User[]> {
  const { config, agents, sessions } = services;
  const { signal } = req.deadline;
  const headers = {
    authorization: `Bearer ${sessions.secretsOf(signedIn(req)).bearer}`,
    'x-request-id': req.requestId,
  };
  const url = upstreamUrl(config.API_URL, `/users/${encodeURIComponent(officeId)}`);
  const answer = await getFromUpstream(url, '', headers, agents, signal);
  const { value } = await checkedAnswer(req, answer, LIST_ANSWER, services);
  const { response } = OPERATIONS['users.list'];
  // Asked first, because zod lists all that is wrong, which may be millions of things.
  const parsed = accepts(response, value) ? response.safeParse(value) : undefined;
  if (!parsed?.success) throw new Failure('upstream-broken', { note: 'users answer breaks its contract' });
  return parsed.data;
}
