import { type Access, MODULE_CODES, type OperationId } from '@despacho/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../support/legacy.ts';
import { malformed, type Malformed } from '../support/malformed.ts';
import { type HeaderList, type Received, send, type Sent } from '../support/send.ts';
import {
  faultOfControl,
  HANDLER_CALLS,
  IDS,
  isUnsafe,
  needsSession,
  operationOf,
  policyOf,
  startSweep,
  type Sweep,
  type Swept,
} from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep();
});
afterAll(() => sweep.close());

const withHeaders = (request: Sent, headers: HeaderList): Sent => {
  const names = headers.map(([name]) => name.toLowerCase());
  const kept = request.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...request, headers: [...kept, ...headers.filter(([, value]) => value !== '')] };
};

/** Adds `name=value` to an address that may have a query already. */
const withQuery = (request: Sent, query: string): Sent => ({
  ...request,
  target: `${request.target}${request.target.includes('?') ? '&' : '?'}${query}`,
});

/**
 * Shows that a request is refused and reaches nothing, and that what is wrong with it is the reason: the same request of
 * someone entitled passes, and reaches its upstream once.
 */
async function refused(
  id: OperationId,
  spoil: (swept: Swept) => Sent | Promise<Sent>,
  expected: readonly (string | number)[],
): Promise<Received> {
  const swept = await sweep.prepare(id);
  const request = await spoil(swept);
  sweep.calls();
  const answer = await send(sweep.gateway, request);
  expect(expected, `${request.method} ${request.target} → ${answer.status} ${answer.text}`).toContain(
    typeof expected[0] === 'number' ? answer.status : answer.kind,
  );
  expect(sweep.calls()).toEqual([]);
  expect(answer.headers.location).toBeUndefined();
  expect(await faultOfControl(sweep, id, swept)).toBeNull();
  return answer;
}

const only = (condition: (id: OperationId) => boolean): OperationId[] => IDS.filter(condition);
const modulesOf = (id: OperationId): Access | undefined => {
  const { access } = policyOf(id);
  return typeof access === 'string' ? undefined : access;
};

it('G21: every operation with a handler says which call it makes, and none that is gone is still listed', () => {
  const handlers = only((id) => 'handle' in policyOf(id).to);
  expect(Object.keys(HANDLER_CALLS).sort()).toEqual([...handlers].sort());
});

describe('without a session', () => {
  it.each(only(needsSession))('G29: %s is a 401 and never a redirect', async (id) => {
    const anonymous = await sweep.visitor();
    await refused(id, ({ parts }) => sweep.as(anonymous, id, parts), ['no-session']);
    const nobody = (request: Sent) => withHeaders(request, [['Cookie', '']]);
    await refused(id, ({ request }) => nobody(request), ['no-session']);
  });

  it.each(only(needsSession))('G3: %s takes no session id that was made up', async (id) => {
    const invented = `despacho=${'A'.repeat(43)}`;
    const answer = await refused(id, ({ request }) => withHeaders(request, [['Cookie', invented]]), [401]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('with too few rights', () => {
  it.each(only((id) => modulesOf(id) !== undefined))('G20: %s is refused to who has every other module', async (id) => {
    const lacking = MODULE_CODES.filter((code) => !modulesOf(id)?.includes(code));
    const person = addPerson(sweep.gateway.legacy, `sin-${id}`, { charge: 'S', modules: lacking });
    const browser = await sweep.signIn(person);
    await refused(id, ({ parts }) => sweep.as(browser, id, parts), ['no-module']);
  });

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
      ['other-office'],
    );
  });
});

describe('set off by somebody else', () => {
  const UNSAFE = only(isUnsafe);

  it.each(UNSAFE)('G13 G12 C2: %s needs the csrf token of its session', async (id) => {
    await refused(id, ({ request }) => withHeaders(request, [['X-XSRF-TOKEN', '']]), ['wrong-csrf-token']);
    const other = await sweep.signIn(sweep.newcomer());
    const foreign = [['X-XSRF-TOKEN', other.csrfToken]] as const;
    await refused(id, ({ request }) => withHeaders(request, foreign), ['wrong-csrf-token']);
  });

  it.each(UNSAFE)('G12: %s takes the token from its header alone', async (id) => {
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
        const inBody = { ...(JSON.parse(String(request.body ?? '{}')) as object), _csrf: browser.csrfToken };
        const bare = withHeaders(request, [['X-XSRF-TOKEN', '']]);
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

  it.each(UNSAFE)('G15: %s is refused to a sibling site and to an address that was typed', async (id) => {
    for (const site of ['same-site', 'cross-site', 'none'])
      await refused(id, ({ request }) => withHeaders(request, [['Sec-Fetch-Site', site]]), ['wrong-origin']);
  });

  it.each(IDS)('G15: %s is refused to another site, read or not', async (id) => {
    await refused(id, ({ request }) => withHeaders(request, [['Sec-Fetch-Site', 'cross-site']]), ['wrong-origin']);
    const older = [
      ['Sec-Fetch-Site', ''],
      ['Origin', 'http://evil.example'],
    ] as const;
    await refused(id, ({ request }) => withHeaders(request, older), ['wrong-origin']);
  });
});

describe('in another form than its contract', () => {
  const WITH_BODY = only((id) => operationOf(id).body !== null);
  const WITHOUT_BODY = only((id) => operationOf(id).body === null);
  const TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
  ];

  it.each(WITH_BODY)('G16: %s takes JSON alone', async (id) => {
    for (const type of TYPES)
      await refused(id, ({ request }) => withHeaders(request, [['Content-Type', type]]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Type', '']]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Encoding', 'gzip']]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Type', 'application/json; charset=utf-7']]), [
      'wrong-type',
    ]);
  });

  it.each(WITHOUT_BODY)('G16: %s takes no body', async (id) => {
    const body = '{"inesperado":1}';
    for (const chunked of [false, true])
      await refused(
        id,
        ({ request }) => ({
          ...withHeaders(request, [
            ['Content-Type', 'application/json'],
            ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
          ]),
          body,
          chunked,
        }),
        ['invalid-request'],
      );
  });

  it.each(IDS)('G16: %s takes no more bytes than its row says', async (id) => {
    const { request: limit } = policyOf(id).limits;
    const tooLarge = `{"inesperado":"${'x'.repeat(limit)}"}`;
    await refused(
      id,
      ({ request }) => withHeaders({ ...request, body: tooLarge }, [['Content-Type', 'application/json']]),
      ['too-large'],
    );
  });

  it.each(WITH_BODY)('G16: %s takes no more bytes in chunks either', async (id) => {
    const { request: limit } = policyOf(id).limits;
    const body = `{"inesperado":"${'x'.repeat(limit)}"}`;
    await refused(
      id,
      ({ request }) => ({ ...withHeaders(request, [['Transfer-Encoding', 'chunked']]), body, chunked: true }),
      ['too-large'],
    );
  });

  const bodies = (id: OperationId, valid: unknown): Malformed[] => malformed(operationOf(id).body, valid);

  it.each(WITH_BODY)(
    'G16: %s takes no unknown field at any depth, no missing one and none of another type',
    async (id) => {
      const { parts } = await sweep.prepare(id);
      const cases = bodies(id, parts.body);
      for (const { what, value } of cases) {
        const answer = await refused(id, ({ request }) => ({ ...request, body: JSON.stringify(value) }), [
          'invalid-request',
        ]);
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          expect(answer.text, what).toContain('"errors"');
      }
      expect(cases.map(({ what }) => what.split(' ')[0])).toEqual(
        expect.arrayContaining(['unknown', 'missing', 'type']),
      );
    },
  );

  it.each(WITH_BODY)('G16: %s takes no prototype key at any depth, however it is written', async (id) => {
    for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])
      for (const wrap of [(text: string) => text, (text: string) => `[${text}]`, (text: string) => `{"a":${text}}`])
        await refused(
          id,
          ({ request }) => {
            const inner = wrap(`{"${key}":{"charge":"S"}}`).slice(1, -1);
            const valid = String(request.body).slice(1, -1);
            return { ...request, body: `{${valid},${inner.startsWith('"') ? inner : `"a":[${inner}]`}}` };
          },
          ['invalid-request'],
        );
  });

  it.each(WITH_BODY)('G16: %s takes no text that is not one JSON document', async (id) => {
    const texts = ['', '{', '[]', 'null', '"x"', '{}{}', '{"a":1,}', "{'a':1}", '\u0000', '﻿{}', '{"a":NaN}'];
    for (const body of texts)
      await refused(id, ({ request }) => ({ ...request, body }), ['invalid-request', 'wrong-type']);
  });

  it.each(IDS)('G16: %s takes no unknown, repeated or prototype parameter', async (id) => {
    const queries = [
      'inesperado=1',
      '__proto__=1',
      'constructor=1',
      '__proto__[x]=1',
      'a=1&a=2',
      '%5f_proto__=1',
      '=',
      'x',
    ];
    for (const query of queries) await refused(id, ({ request }) => withQuery(request, query), ['invalid-request']);
  });

  it.each(only((id) => operationOf(id).query !== null))('G16: %s takes none of its parameters twice', async (id) => {
    const { parts } = await sweep.prepare(id);
    for (const [name, value] of Object.entries(parts.query))
      for (const again of [
        `${name}=${value}`,
        `${name}[]=${value}`,
        `${name}%00=${value}`,
        `${name.toUpperCase()}=${value}`,
      ])
        await refused(id, ({ request }) => withQuery(request, again), ['invalid-request']);
    expect(Object.keys(parts.query)).not.toHaveLength(0);
  });

  it.each(IDS)('G18: %s takes no credential in its address', async (id) => {
    const names = ['token', 'access_token', 'password', 'user', 'sucursal', 'clave', 'usuario', 'nroDocumento', 'jwt'];
    for (const name of names) await refused(id, ({ request }) => withQuery(request, `${name}=x`), ['invalid-request']);
  });

  it.each(only((id) => operationOf(id).params !== null))('G22: %s takes no odd segment', async (id) => {
    const { parts } = await sweep.prepare(id);
    const odd = ['..', '.', '%2e%2e', 'a%2fb', 'a%5cb', 'a%00', '%ff', 'a;b=c', 'a,b', '-a', 'ñ', 'x'.repeat(65), ' '];
    for (const name of Object.keys(parts.params))
      for (const value of odd) {
        const target = operationOf(id).path.replace(/:(\w+)/g, (_, each: string) =>
          each === name ? value.replace('ñ', '%C3%B1').replace(' ', '%20') : (parts.params[each] ?? ''),
        );
        await refused(id, ({ request }) => ({ ...request, target }), [400, 404]);
      }
  });

  it.each(IDS)('G21: %s is served by its own method and exact path alone', async (id) => {
    const { method } = operationOf(id);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
    const { target } = (await sweep.prepare(id)).request;
    const matching = only((other) =>
      new RegExp(`^${operationOf(other).path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(target),
    );
    const served = new Set<string>(matching.map((other) => operationOf(other).method));
    for (const other of methods.filter((each) => !served.has(each))) {
      const answer = await refused(id, ({ request }) => ({ ...request, method: other, body: undefined }), [405]);
      expect(answer.headers.allow).toContain(method);
    }
    for (const spoil of [
      (path: string) => `${path}/`,
      (path: string) => path.toUpperCase(),
      (path: string) => `/${path}`,
      (path: string) => path.replace('/', '/./'),
      (path: string) => `${path};x`,
      (path: string) => `${path}%20`,
      (path: string) => `${path}/x/y/z`,
    ])
      await refused(
        id,
        ({ request }) => {
          const [path = '', search] = request.target.split('?');
          return { ...request, target: `${spoil(path)}${search === undefined ? '' : `?${search}`}` };
        },
        [400, 404, 405],
      );
  });
});
