import { type Request } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeUpstream, sendJson, startFakeUpstream } from '#test/support/fake-upstream.ts';
import { type Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { type Agents, createAgents } from '#upstream/agents.ts';
import { readStorage } from './read-storage.ts';

let upstream: FakeUpstream;
let agents: Agents;
let answer: { status: number; body: unknown };
let noted: unknown[];
beforeEach(async () => {
  noted = [];
  agents = createAgents();
  answer = {
    status: 200,
    body: { data: { almacenamientoMaximo: 100, almacenamientoUsado: '7', clave: 'no' }, more: 1 },
  };
  upstream = await startFakeUpstream((_hit, res) => {
    sendJson(res, answer.status, answer.body);
  });
});
afterEach(async () => {
  agents.close();
  await upstream.close();
});

/** The figures, or the failure, for a session with this tax id. */
function read(taxId: string | null, ofGateway?: string, storage = `${upstream.url}/storage/`) {
  const services = {
    agents,
    config: {
      STORAGE_URL: storage === '' ? undefined : new URL(storage),
      STORAGE_USER: 'user',
      STORAGE_PASSWORD: 'key',
      STORAGE_TAX_ID: ofGateway,
    },
    sessions: { secretsOf: () => ({ bearer: 'bearer-0123456789', taxId }) },
    metrics: { storage: { note: (...given: unknown[]) => noted.push(given) } },
  } as unknown as Services;
  const live = { key: 'k', record: { person: {}, sealed: 'x' } };
  const req = { session: { live }, deadline: { signal: new AbortController().signal } } as unknown as Request;
  return readStorage({ req, services } as unknown as Parameters<typeof readStorage>[0]).then(
    (figures): unknown => figures,
    (error: unknown) => [(error as Failure).kind, (error as Failure).details.note],
  );
}

describe('readStorage', () => {
  it('G26: sends the session’s tax id and the gateway’s user and key, without a token', async () => {
    expect(await read('20600000001', '20999999991')).toEqual({ almacenamientoMaximo: 100, almacenamientoUsado: 7 });
    expect(upstream.hits).toMatchObject([
      {
        method: 'GET',
        path: '/storage/sgdempresa/findPredeterminado',
        rawQuery: '',
        headers: { nrodocumento: '20600000001', usuario: 'user', clave: 'key' },
      },
    ]);
    expect(upstream.hits[0]?.headers.authorization).toBeUndefined();
  });

  it('G26: uses the gateway’s tax id if the session has none', async () => {
    await read(null, '20999999991');
    expect(upstream.hits[0]?.headers['nrodocumento']).toBe('20999999991');
  });

  it('G26: makes no call without a valid tax id', async () => {
    for (const odd of [null, '', 'a b', 'x\r\ny: z', '1'.repeat(33), 'ñ'])
      expect([odd, await read(odd)]).toEqual([odd, ['unavailable', 'no tax id for the storage call']]);
    expect(upstream.hits).toEqual([]);
    expect(await read('1'.repeat(32))).toHaveProperty('almacenamientoMaximo');
  });

  it('is unavailable where no storage is configured', async () => {
    expect(await read('20600000001', undefined, '')).toEqual(['unavailable', 'STORAGE_URL is not set']);
  });

  it.each([
    [300, 'upstream-broken'],
    [302, 'upstream-broken'],
    [401, 'upstream-refused'],
    [500, 'upstream-failed'],
    [502, 'upstream-unreachable'],
    [503, 'unavailable'],
  ])('G27: passes on only the kind of %i', async (status, kind) => {
    answer = { status, body: { message: 'inside' } };
    expect(await read('20600000001')).toEqual([kind, `upstream answered ${status}`]);
  });

  it.each([
    [79, undefined],
    [80, 80],
    [95, 95],
    [120, 95],
  ])('counts a company that uses %i of 100 with the warning %s', async (almacenamientoUsado, percent) => {
    answer.body = { data: { almacenamientoMaximo: 100, almacenamientoUsado } };
    await read('20600000001');
    expect(noted).toEqual([['20600000001', percent]]);
  });

  it('accepts statuses up to 299', async () => {
    answer.status = 299;
    expect(await read('20600000001')).toHaveProperty('almacenamientoUsado', 7);
  });

  it('G27: reports a response that breaks its contract as a broken upstream', async () => {
    answer.body = { data: { almacenamientoMaximo: 'mucho' } };
    expect(await read('20600000001')).toEqual(['upstream-broken', 'storage answer breaks its contract']);
  });
});
