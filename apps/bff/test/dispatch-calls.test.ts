import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPANY_HEADER } from '@despacho/contracts/assertion';
import { type OperationId } from '@despacho/contracts/operations';
import { sampleAnswer } from './support/arbitraries.ts';
import { Browser } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { withHeaders } from './support/refused.ts';
import { type HeaderList, type Received, send } from './support/send.ts';
import { madeFrom, operationOf, requestOf } from './support/sweep.ts';

const QUERY = { officeId: 'LIMA' };
const UNASSIGN = 'POST /operations/assignments/unassign';
const KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ REQUESTS_PER_MINUTE: '0' });
  gateway.stopClock();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  const answers: Record<string, OperationId> = {
    [UNASSIGN]: 'assignments.unassign',
    'POST /operations/views': 'views.create',
    'POST /operations/assignments/suggest': 'assignments.suggest',
    'GET /operations/orders': 'orders.list',
  };
  for (const [call, id] of Object.entries(answers))
    gateway.dispatch.on(call, (_hit, res) => {
      sendJson(res, 200, sampleAnswer(operationOf(id)));
    });
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.dispatch.hits.length = 0;
});

function ask(id: OperationId, headers: HeaderList = [], query: Record<string, string> = {}): Promise<Received> {
  const parts = { ...madeFrom(operationOf(id)), query: { ...QUERY, ...query } };
  return send(gateway, withHeaders(requestOf(ana, id, parts), headers));
}

const keysSeen = () => gateway.dispatch.hits.map(({ headers }) => headers['idempotency-key']);

it('G33: the log line names the office, and the company that the service states', async () => {
  const stated = ['f2f0b8a2-6d0a-4c55-8c3c-6f8f0a3f6c11', 'a company\n', undefined];
  for (const company of stated) {
    gateway.dispatch.on('GET /operations/orders', (_hit, res) => {
      if (company !== undefined) res.setHeader(COMPANY_HEADER, encodeURI(company));
      sendJson(res, 200, sampleAnswer(operationOf('orders.list')));
    });
    expect((await ask('orders.list')).headers[COMPANY_HEADER]).toBeUndefined();
  }
  const lines = () => gateway.logLines().filter(({ operation }) => operation === 'orders.list');
  await expect
    .poll(() => lines().map(({ office, company }) => [office, company]))
    .toEqual([
      ['LIMA', stated[0]],
      ['LIMA', undefined],
      ['LIMA', undefined],
    ]);
});

describe('the key of a repeatable write', () => {
  it('G23: is passed on unchanged', async () => {
    expect((await ask('assignments.unassign', [['Idempotency-Key', KEY]])).status).toBe(200);
    expect(keysSeen()).toEqual([KEY]);
  });

  it.each([
    ['none', [['Idempotency-Key', '']]],
    ['a short one', [['Idempotency-Key', 'seven77']]],
    ['a long one', [['Idempotency-Key', 'x'.repeat(101)]]],
    ['one with a blank', [['Idempotency-Key', '0f8fad5b d9cb']]],
    ['one with a comma', [['Idempotency-Key', `${KEY},x`]]],
    [
      'two',
      [
        ['Idempotency-Key', KEY],
        ['idempotency-key', KEY],
      ],
    ],
  ] as [string, HeaderList][])('G16: is refused if there is %s, without an upstream call', async (_what, headers) => {
    const { status, kind, text } = await ask('assignments.unassign', headers);
    expect([status, kind]).toEqual([400, 'invalid-request']);
    expect(text).toContain('headers.Idempotency-Key');
    expect(gateway.dispatch.hits).toEqual([]);
  });

  it('G23: is dropped if the row does not accept one', async () => {
    for (const id of ['views.create', 'assignments.suggest', 'orders.list'] as const)
      for (const key of [KEY, 'x y'])
        expect([id, (await ask(id, [['Idempotency-Key', key]])).status]).toEqual([id, 200]);
    expect(keysSeen()).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});

describe('the query of a list', () => {
  it('G22: is passed on whole in its own encoding, and nothing else', async () => {
    const query = { estado: 'pendiente,en_ruta', buscar: 'Ñandú & hijos=1 #2 50%', limite: '20' };
    expect((await ask('orders.list', [], query)).status).toBe(200);
    expect(gateway.dispatch.hits.map((hit) => hit.query)).toEqual([{ ...QUERY, ...query }]);
  });
});

describe('a refusal of the dispatch service', () => {
  async function refusedWith(status: number, body: object): Promise<Record<string, unknown>> {
    const before = gateway.dispatch.answerOf(UNASSIGN);
    gateway.dispatch.on(UNASSIGN, (_hit, res) => {
      sendJson(res, status, body);
    });
    const { text } = await ask('assignments.unassign');
    gateway.dispatch.on(UNASSIGN, before);
    return JSON.parse(text) as Record<string, unknown>;
  }
  const FIELDS = ['type', 'title', 'status', 'requestId', 'detail'];

  it.each([
    [409, 409, 'conflict', 'Rosa Quispe cambió la orden D0000017 entretanto (editada)'],
    [422, 422, 'unprocessable', 'Esa clave de solicitud ya se usó para otra solicitud'],
    [410, 410, 'expired', 'La vista previa venció; vuelva a seleccionar el archivo'],
  ])(
    'G32: of status %i passes on who did what in its own words, and nothing else',
    async (sent, passed, kind, message) => {
      const problem = await refusedWith(sent, { message, stack: 'at db', sql: 'select 1', officeId: 'AREQUIPA' });
      expect(Object.keys(problem).sort()).toEqual([...FIELDS].sort());
      expect(problem).toMatchObject({ status: passed, type: `urn:despacho:problem:${kind}`, detail: message });
    },
  );

  const CHANGED = {
    at: '2026-11-20T15:42:00.000Z',
    by: { username: 'rosa.quispe', user: 'Rosa Quispe' },
    what: 'editada',
  };

  it('G32: of a conflict passes on who changed what and when, in that form only', async () => {
    expect(await refusedWith(409, { message: 'x', changed: CHANGED })).toMatchObject({ changed: CHANGED });
    const more = { ...CHANGED, officeId: 'AREQUIPA', by: { ...CHANGED.by, phone: '987 654 321' } };
    expect((await refusedWith(409, { message: 'x', changed: more }))['changed']).toEqual(CHANGED);
    const wrong: object[] = [
      { ...CHANGED, at: 'ayer' },
      { ...CHANGED, what: '<b>editada</b>' },
      { ...CHANGED, by: 'Rosa' },
      { ...CHANGED, by: { ...CHANGED.by, user: 'x'.repeat(121) } },
      { ...CHANGED, by: { ...CHANGED.by, user: 'Rosa\nQuispe' } },
    ];
    for (const changed of wrong)
      expect(await refusedWith(409, { message: 'x', changed })).not.toHaveProperty('changed');
    for (const status of [400, 403, 404, 410, 422])
      expect(await refusedWith(status, { message: 'x', changed: CHANGED })).not.toHaveProperty('changed');
  });

  it('G32: passes on no more than one message', async () => {
    const { detail } = await refusedWith(409, { message: `${'a'.repeat(400)}\r\nSet-Cookie: x=1` });
    expect(detail).toBe('a'.repeat(300));
    expect(await refusedWith(409, { message: { deep: 'Rosa' } })).not.toHaveProperty('detail');
  });
});
