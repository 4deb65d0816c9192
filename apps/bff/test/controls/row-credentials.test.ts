import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId } from '@despacho/contracts/operations';
import { type Hit } from '../support/fake-upstream.ts';
import { send } from '../support/send.ts';
import { IDS, policyOf, startSweep, type Sweep } from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep();
});
afterAll(() => sweep.close());

/** By audience: the claims of an assertion for a phone or guest contain nothing of a member of staff. */
const OF_OTHERS: Readonly<Record<string, { kind: string; claims: string[] }>> = {
  'despacho-field': { kind: 'phone', claims: ['device', 'deviceName', 'exp', 'iat', 'iss'] },
  'despacho-guest': { kind: 'guest', claims: ['exp', 'iat', 'iss', 'network', 'session'] },
};

function kindOfAssertion(authorization: string): string {
  const [, claims = ''] = authorization.split('.');
  const { aud, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const other = OF_OTHERS[String(aud)];
  if (!other) return 'assertion';
  expect(Object.keys(rest).sort()).toEqual(other.claims);
  return other.kind;
}

/** The kind of credentials in a request that an upstream received. */
function shownIn({ headers, query }: Hit): string {
  const { authorization = '' } = headers;
  const shown = [
    authorization.startsWith('Bearer token-') && 'bearer',
    /^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(authorization) && kindOfAssertion(authorization),
    query['password'] !== undefined && 'password',
    headers['clave'] !== undefined && 'service-key',
  ].filter((one) => one !== false);
  return shown.length > 0 ? shown.join(' and ') : 'none';
}

/** The chain refreshes the user for any row, with the token of the login, at the auth host. */
const isCredentialsCall = ({ path }: Hit): boolean => path === '/base/auth/credentials';

/** @returns the requests of upstreams during an operation of a permitted user, as `upstream: credentials`. */
async function seenOf(id: OperationId): Promise<string[]> {
  const { request } = await sweep.prepare(id);
  const { legacy, dispatch, tiles } = sweep.gateway;
  for (const { hits } of [legacy, dispatch, tiles]) hits.length = 0;
  await send(sweep.gateway, request);
  const seen = [
    ...legacy.hits
      .filter((hit) => !isCredentialsCall(hit))
      .map((hit) => `${hit.path.split('/')[1] ?? ''}: ${shownIn(hit)}`),
    ...dispatch.hits.map((hit) => `operations: ${shownIn(hit)}`),
    ...tiles.hits.map((hit) => `tiles: ${shownIn(hit)}`),
  ];
  return [...new Set(seen)].sort();
}

/** A login asks it only to end an earlier one that waits for its second factor: see second-factor.test.ts. */
const OF_A_WAITING_LOGIN = 'operations: gateway';

function statedBy(id: OperationId): string[] {
  const { to } = policyOf(id);
  const calls = 'handle' in to ? to.asks : [to, ...('send' in to ? (to.asks ?? []) : [])];
  return calls
    .map(({ upstream, credentials }) => `${upstream}: ${credentials}`)
    .filter((call) => id !== 'session.login' || call !== OF_A_WAITING_LOGIN)
    .sort();
}

describe('credentials that an upstream receives', () => {
  it.each(IDS)('G39: for %s are those of its row, and no others', async (id) => {
    expect(await seenOf(id)).toEqual(statedBy(id));
  });

  it('G39: are of one kind per upstream, as listed here', () => {
    const stated = new Set(IDS.flatMap(statedBy));
    expect([...stated].sort()).toEqual([
      'api: bearer',
      'base: bearer',
      'base: password',
      'operations: assertion',
      'operations: guest',
      'operations: phone',
      'storage: service-key',
      'tiles: none',
    ]);
  });
});
