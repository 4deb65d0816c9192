import { DISPATCH_OPERATIONS, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Worker, WORKER_NAMES } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

/** The other operations of the service are in dispatch-matrix.test.ts and evidence.test.ts. */
const OF_DESK = ['imports', 'exports', 'views', 'presence', 'events'] as const;

type DeskOperationId = Extract<DispatchOperationId, `${(typeof OF_DESK)[number]}.${string}`>;

/*
 * Written by hand, like the matrix of orders and couriers: the status each person gets for a request to office N1. A
 * personal resource (preview, ticket) is unavailable to everybody else, regardless of charge.
 */
const OF_N1: Record<Worker, { shared: number; own: number }> = {
  ana: { shared: 200, own: 200 },
  luis: { shared: 200, own: 404 },
  chief: { shared: 200, own: 404 },
  clerk: { shared: 403, own: 403 },
  blindchief: { shared: 403, own: 403 },
  keeper: { shared: 403, own: 403 },
  neighbour: { shared: 404, own: 404 },
  stranger: { shared: 404, own: 404 },
};

/** Personal resources of Ana. */
const OWN: readonly DeskOperationId[] = [
  'imports.commit',
  'imports.fix',
  'imports.clients',
  'imports.broken',
  'exports.download',
];
/** Requests on Ana's view: others may read it but not change it. */
const OF_A_VIEW: readonly DeskOperationId[] = ['views.edit', 'views.remove'];

const FILE = Buffer.from(
  'cliente;destinatario;direccion;distrito;fecha\nC1;Ana;Jr. Uno 1;150101;21/11/2026\nC1;Ana;Jr. Uno 1;Wakanda;21/11/2026',
);

describe('permissions of the dispatcher’s desk', () => {
  const desk = useDesk();
  const { dispatch } = desk;
  // A thread for each file would take longer than all other requests.

  let names = 0;
  const newName = () => `Vista ${(names += 1)}`;

  /** A request that succeeds when its owner sends it, with the data it needs in the owner's office. */
  async function soundRequest(operation: DeskOperationId, owner: Worker) {
    await dispatch.createOrder({}, owner);
    // Parsing a file takes far longer than the rest together.
    const seen = /^imports[.](?:commit|fix|clients|broken)$/.test(operation)
      ? await dispatch.ok('imports.preview', { as: owner, query: { fileName: 'x.csv' }, file: FILE })
      : undefined;
    const importId = seen?.readable ? seen.id : '';
    const { id: viewId } = await dispatch.ok('views.create', {
      as: owner,
      body: { name: newName(), filter: {}, sort: null },
    });
    const { ticket } = await dispatch.ok('exports.prepare', {
      as: owner,
      body: { format: 'csv', filter: { buscar: 'larco' } },
    });
    const requests: Record<
      DeskOperationId,
      { id?: string; rawBody?: object; file?: Buffer; query?: Record<string, string> }
    > = {
      'imports.preview': { query: { fileName: 'x.csv' }, file: FILE },
      'imports.commit': { id: importId, rawBody: { orders: 1 } },
      'imports.fix': { id: importId, rawBody: { column: 'district', value: '150101', lines: [3] } },
      'imports.clients': { id: importId, rawBody: { clients: [], keepOthers: true } },
      'imports.broken': { id: importId },
      'imports.template': {},
      'exports.prepare': { rawBody: { format: 'xlsx', filter: { estado: 'pendiente' } } },
      'exports.download': { query: { ticket } },
      'views.list': {},
      'views.create': { rawBody: { name: newName(), filter: {}, sort: null } },
      'views.edit': { id: viewId, rawBody: { version: 1, changes: { name: newName() } } },
      'views.remove': { id: viewId, rawBody: { version: 1 } },
      'presence.tell': { rawBody: { doing: 'viendo', orders: ['1'] } },
      'events.history': {},
    };
    return requests[operation];
  }

  const stored = async () => ({
    orders: (await desk.db.selectFrom('orders').select('id').execute()).length,
    events: (await desk.db.selectFrom('events').select('position').execute()).length,
    imports: await desk.db.selectFrom('imports').select(['id', 'batch']).orderBy('id').execute(),
    tickets: await desk.db.selectFrom('export_tickets').select('ticket_hash').orderBy('ticket_hash').execute(),
    views: await desk.db.selectFrom('views').selectAll().orderBy('id').execute(),
  });

  const operations = Object.keys(DISPATCH_OPERATIONS).filter((id) =>
    OF_DESK.some((subject) => id.startsWith(`${subject}.`)),
  ) as DeskOperationId[];

  it.each(operations)('G20: %s gives each person the expected status for office N1', async (operation) => {
    const statusOf = (as: Worker): number => {
      if (OF_A_VIEW.includes(operation) && as === 'luis') return 403;
      return OF_N1[as][OWN.includes(operation) ? 'own' : 'shared'];
    };
    const expectStatus = async (as: Worker, request: object) => {
      const answer = await dispatch.call(operation, { as, office: 'N1', ...request });
      expect([as, answer.status, answer.text]).toEqual([as, statusOf(as), expect.anything()]);
    };
    const request = await soundRequest(operation, 'ana');
    const untouched = await stored();
    for (const as of WORKER_NAMES) if (statusOf(as) !== 200) await expectStatus(as, request);
    expect(await stored()).toEqual(untouched);
    // A change can be made once, so each person gets data for their own.
    for (const as of WORKER_NAMES)
      if (statusOf(as) === 200) await expectStatus(as, await soundRequest(operation, 'ana'));
  });

  it.each(['imports.commit', 'imports.broken', 'exports.download', 'views.edit', 'views.remove'] as const)(
    '%s: finds nothing of another office, not even for charge S or its owner',
    async (operation) => {
      const request = await soundRequest(operation, 'chief');
      const before = await stored();
      expect((await dispatch.call(operation, { as: 'chief', office: 'N2', ...request })).status).toBe(404);
      expect(await stored()).toEqual(before);
      // The same request by its owner in its own office.
      expect((await dispatch.call(operation, { as: 'chief', office: 'N1', ...request })).status).toBe(200);
    },
  );
});
