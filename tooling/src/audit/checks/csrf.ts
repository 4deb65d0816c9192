import { type Operation } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import { type Answer } from '../client.ts';
import { type Check, type Findings, signedIn } from '../check.ts';
import { Visitor } from '../visitor.ts';

const LOGIN = '/api/auth/login';

/** A request that gets past the csrf check: the contract then rejects its empty body, so that nothing changes. */
const passed = (answer: Answer): boolean => answer.status === 400;

function refused(findings: Findings, answer: Answer, what: string): void {
  findings.expectRefusal(answer, [403], 'wrong-csrf-token', what);
}

/**
 * Writes that are harmless if the defence is missing: their bodies are invalid or their ids do not exist. Without those
 * of a connected phone or of a guest, which are refused before their token is checked.
 */
const HARMLESS = (Object.values(OPERATIONS) as Operation[]).filter(
  ({ method, path, body, params, policy }) =>
    method !== 'GET' &&
    path !== LOGIN &&
    policy.access !== 'courier' &&
    policy.access !== 'guest' &&
    (body !== null || params !== null),
);

export const csrfChecks: readonly Check[] = [
  {
    id: 'csrf-login',
    row: 'G14',
    title: 'login also requires the visitor’s csrf token',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      findings.expect(passed(await visitor.post(LOGIN, {})), 'the control with a token is refused');
      refused(findings, await visitor.post(LOGIN, {}, { 'x-xsrf-token': '' }), 'without a token');
      refused(
        findings,
        await new Visitor(client).post(LOGIN, {}, { 'x-xsrf-token': visitor.token }),
        'without a session',
      );
    },
  },
  {
    id: 'csrf-bound',
    row: 'G12',
    title: 'the token is valid only in its header and only for its own session',
    async run({ client }, findings) {
      const [one, other] = [await Visitor.arrive(client), await Visitor.arrive(client)];
      const { token } = one;
      findings.expect(passed(await one.post(LOGIN, {})), 'the control with a token is refused');
      refused(findings, await other.post(LOGIN, {}, { 'x-xsrf-token': token }), "another visitor's token");
      const without = { 'x-xsrf-token': '' };
      const query = `${LOGIN}?_csrf=${encodeURIComponent(token)}`;
      const inQuery = await one.post(query, {}, without);
      findings.expect(inQuery.status === 403 || inQuery.status === 400, `a token in the query: ${inQuery.status}`);
      findings.expect(!passed(inQuery) || passed(await one.post(query, {})), 'a token in the query is accepted');
      refused(findings, await one.post(LOGIN, { _csrf: token }, without), 'a token in the body');
      for (const header of ['csrf-token', 'x-csrf-token', 'xsrf-token'])
        refused(findings, await one.post(LOGIN, {}, { ...without, [header]: token }), `a token in ${header}`);
      const chosen = one.copy();
      chosen.cookies.set('XSRF-TOKEN', 'chosen');
      chosen.cookies.set('_csrf', 'chosen');
      refused(
        findings,
        await chosen.post(LOGIN, {}, { 'x-xsrf-token': 'chosen' }),
        'a pair of cookie and token of one’s choice',
      );
    },
  },
  {
    id: 'csrf-unsafe',
    row: 'G13',
    title: 'every write requires the token',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor } = signedIn(site);
      for (const { method, path, body } of HARMLESS) {
        const headers = { 'x-xsrf-token': '', ...(body && { 'content-type': 'application/json' }) };
        const address = path.replaceAll(/:\w+/g, 'no-existe');
        const answer = await visitor.send(address, { method, headers, ...(body && { body: '{}' }) });
        refused(findings, answer, `${method} ${path}`);
      }
    },
  },
];
