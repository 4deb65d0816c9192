import { OPERATIONS } from '@despacho/contracts';
import { Failure } from '../problems/failure.ts';
import { checkedAnswer } from '../proxy/checked-answer.ts';
import { getFromUpstream } from '../upstream/get.ts';
import { upstreamUrl } from '../upstream/upstream-url.ts';
import { LIST_ANSWER } from './limits.ts';
import { applyPermissionRules } from './permission-rules.ts';
import { type Call, type Prepared } from './policy.ts';
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

/** Checks a permission change against the list as it is now, and makes the body the legacy host is sent. */
export async function preparePermissionUpdate(call: Call<'permissions.update'>): Promise<Prepared> {
  const { req, params, query, body, services } = call;
  const caller = signedIn(req).record.person;
  const officeId = query.officeId ?? caller.officeId;
  const users = await usersOf(officeId, call);
  const wanted = body.permissionsList.map(({ module }) => module);
  const { before, after } = applyPermissionRules({ caller, targetId: params.id, users, wanted, basedOn: body.basedOn });
  return {
    body: { permissionsList: after.map((module) => ({ module })) },
    accepted: () => {
      const { requestId } = req;
      services.log.info({
        event: 'permissions.changed',
        requestId,
        by: caller.username,
        target: params.id,
        officeId,
        before,
        after,
      });
    },
  };
}
