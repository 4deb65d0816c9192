import { type Access, LINKED_PRINCIPALS, MODULE_CODES } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneOfEach } from '../support/full.ts';
import { rowKind } from '../support/kinds.ts';
import { addPerson } from '../support/legacy.ts';
import { refused as refusedBy, type Spoil, withHeaders, withQuery } from '../support/refused.ts';
import { type HeaderList, type Sent } from '../support/send.ts';
import {
  IDS,
  COOKIES,
  principalOf,
  isUnsafe,
  needsSession,
  operationOf,
  policyOf,
  startSweep,
  type Sweep,
} from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep();
});
// Everything sent is searched for every secret.
afterAll(() => sweep.close(), 120_000);

const refused = (id: OperationId, spoil: Spoil, expected: readonly (string | number)[]) =>
  refusedBy(sweep, id, spoil, expected);
const only = (condition: (id: OperationId) => boolean): OperationId[] => oneOfEach(IDS.filter(condition), rowKind);
const modulesOf = (id: OperationId): Access | undefined => {
  const { access } = policyOf(id);
  return typeof access === 'string' ? undefined : access;
};

/** Two requests for each row. */
const SLOW = { timeout: 120_000 };

describe('every row', () => {
  it('G29: refuses a request without a session', SLOW, async () => {
    for (const id of IDS.filter(needsSession))
      await refused(id, ({ request }) => withHeaders(request, [['Cookie', '']]), ['no-session']);
  });

  it('G13: refuses an unsafe request without the csrf token of its session', SLOW, async () => {
    for (const id of IDS.filter(isUnsafe))
      await refused(id, ({ request }) => withHeaders(request, [['X-XSRF-TOKEN', '']]), ['wrong-csrf-token']);
  });
});

describe('without a session', () => {
  it.each(only(needsSession))('G29: %s is a 401 and never a redirect', async (id) => {
    const principal = principalOf(id);
    const anonymous = await (principal ? sweep.newLinked(principal) : sweep.visitor());
    const kind = principal ? 'session-ended' : 'no-session';
    await refused(id, ({ parts }) => sweep.as(anonymous, id, parts), [kind]);
    const nobody = (request: Sent) => withHeaders(request, [['Cookie', '']]);
    await refused(id, ({ request }) => nobody(request), ['no-session']);
  });

  it.each(only(needsSession))('G41 G42: %s accepts no session of another kind', async (id) => {
    const own = principalOf(id);
    const others = await Promise.all([
      ...LINKED_PRINCIPALS.filter((principal) => principal !== own).map((principal) => sweep.linked(principal)),
      ...(own ? [sweep.signIn(sweep.newcomer())] : []),
    ]);
    for (const browser of others) {
      await refused(id, ({ parts }) => sweep.as(browser, id, parts), ['no-session']);
    }
  });

  it.each(only(needsSession))('G3: %s rejects an invented session id', async (id) => {
    const invented = `${COOKIES[principalOf(id) ?? 'staff']}=${'A'.repeat(43)}`;
    const isWrite = principalOf(id) !== undefined && isUnsafe(id);
    const answer = await refused(id, ({ request }) => withHeaders(request, [['Cookie', invented]]), [
      isWrite ? 403 : 401,
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('with too few permissions', () => {
  it.each(only((id) => modulesOf(id) !== undefined))(
    'G20: %s is refused to a user with every other module',
    async (id) => {
      const lacking = MODULE_CODES.filter((code) => !modulesOf(id)?.includes(code));
      const person = addPerson(sweep.gateway.legacy, `sin-${id}`, { charge: 'S', modules: lacking });
      const browser = await sweep.signIn(person);
      await refused(id, ({ parts }) => sweep.as(browser, id, parts), ['no-module']);
    },
  );

  it.each(only((id) => policyOf(id).office !== undefined))('G20: %s is refused for another office', async (id) => {
    const person = addPerson(sweep.gateway.legacy, `local-${id}`, { modules: MODULE_CODES });
    const browser = await sweep.signIn(person);
    const { office } = policyOf(id);
    await refused(
      id,
      ({ parts }) => {
        const named = { ...parts[office?.in ?? 'query'], [office?.name ?? '']: 'CUSCO' };
        return sweep.as(browser, id, { ...parts, [office?.in ?? 'query']: named });
      },
      [policyOf(id).charge === undefined ? 'other-office' : 'no-charge'],
    );
  });

  it.each(only((id) => policyOf(id).charge !== undefined))(
    'G20: %s is refused to another charge with every module, also in their own office',
    async (id) => {
      const person = addPerson(sweep.gateway.legacy, `encargo-${id}`, { charge: 'A', modules: MODULE_CODES });
      const browser = await sweep.signIn(person);
      const inOwn = (parts: { query: Record<string, string> }) => ({ ...parts.query, officeId: person.office });
      await refused(id, ({ parts }) => sweep.as(browser, id, { ...parts, query: inOwn(parts) }), ['no-charge']);
    },
  );
});

describe('requests from other sites', () => {
  const UNSAFE = only(isUnsafe);

  it.each(UNSAFE)('G13 G12 C2: %s requires the csrf token of its session', async (id) => {
    await refused(id, ({ request }) => withHeaders(request, [['X-XSRF-TOKEN', '']]), ['wrong-csrf-token']);
    const principal = principalOf(id);
    const other = await (principal ? sweep.linked(principal) : sweep.signIn(sweep.newcomer()));
    const foreign = [['X-XSRF-TOKEN', other.csrfToken]] as const;
    await refused(id, ({ request }) => withHeaders(request, foreign), ['wrong-csrf-token']);
  });

  it.each(UNSAFE)('G12: %s accepts the token only in its header', async (id) => {
    for (const name of ['_csrf', 'X-XSRF-TOKEN', 'XSRF-TOKEN'])
      await refused(
        id,
        ({ browser, request }) =>
          withQuery(withHeaders(request, [['X-XSRF-TOKEN', '']]), `${name}=${encodeURIComponent(browser.csrfToken)}`),
        ['wrong-csrf-token', 'invalid-request'],
      );
    await refused(
      id,
      ({ browser, request }) => {
        const bare = withHeaders(request, [['X-XSRF-TOKEN', '']]);
        if (operationOf(id).upload) return { ...bare, body: `_csrf\n${browser.csrfToken}\n` };
        const inBody = { ...(JSON.parse(String(request.body ?? '{}')) as object), _csrf: browser.csrfToken };
        return withHeaders({ ...bare, body: JSON.stringify(inBody) }, [['Content-Type', 'application/json']]);
      },
      ['wrong-csrf-token'],
    );
    const others = (token: string): HeaderList => [
      ['X-XSRF-TOKEN', ''],
      ['X-CSRF-Token', token],
      ['CSRF-Token', token],
      ['X_XSRF_TOKEN', token],
    ];
    await refused(id, ({ browser, request }) => withHeaders(request, others(browser.csrfToken)), ['wrong-csrf-token']);
  });

  it.each(UNSAFE)('G15: %s is refused to a foreign origin', async (id) => {
    for (const origin of [
      'http://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'https://localhost:3000',
    ])
      await refused(
        id,
        ({ request }) =>
          withHeaders(request, [
            ['Sec-Fetch-Site', ''],
            ['Origin', origin],
          ]),
        ['wrong-origin'],
      );
  });

  it.each(UNSAFE)('G15: %s is refused to a sibling site and to a typed address', async (id) => {
    for (const site of ['same-site', 'cross-site', 'none'])
      await refused(id, ({ request }) => withHeaders(request, [['Sec-Fetch-Site', site]]), ['wrong-origin']);
  });

  it.each(oneOfEach(IDS, rowKind))('G15: %s is refused to another site', async (id) => {
    await refused(id, ({ request }) => withHeaders(request, [['Sec-Fetch-Site', 'cross-site']]), ['wrong-origin']);
    const older = [
      ['Sec-Fetch-Site', ''],
      ['Origin', 'http://evil.example'],
    ] as const;
    await refused(id, ({ request }) => withHeaders(request, older), ['wrong-origin']);
  });
});
