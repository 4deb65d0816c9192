import { type Order, type OrderDetail, type OrderList, type Receipt } from '@despacho/contracts/dispatch';
import { type OperationId, OPERATIONS } from '@despacho/contracts/operations';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Browser } from '../support/browser.ts';
import { ANA, castDemo, ELENA, signInDemo } from '../support/demo-people.ts';
import {
  askIn,
  assign,
  newImport,
  newLine,
  newCourier,
  newGuestLink,
  newOrder,
  newPaid,
  newPhoto,
  newReview,
  newShiftNote,
  newRemovedZone,
  newView,
  newZone,
  receiveSurplus,
  SURPLUS,
  type Row,
  readersOf,
  ticketOf,
  zipOf,
  takenBy,
} from '../support/dispatch-rows.ts';
import { type OpenStream, openStream } from '../support/event-stream.ts';
import { oneOfEach } from '../support/full.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';
import { type Parts } from '../support/sweep.ts';

let service: ServiceProcess;
let gateway: Gateway;
/** Users with charge S: of LIMA and AREQUIPA, and of CUSCO, another company. */
let ana: Browser;
let elena: Browser;

beforeAll(async () => {
  service = await sharedService();
  gateway = await startGateway({
    ...service.environment,
    UPSTREAM_TIMEOUT_MS: '9000',
    REQUESTS_PER_MINUTE: '0',
  });
  ana = await signInDemo(gateway, ANA);
  elena = await signInDemo(gateway, ELENA);
}, 180_000);
afterAll(async () => {
  await gateway.close();
}, 60_000);

/** Rows of an office: an order, one that is assigned to its first courier, and so on. */
interface Rows {
  order: Row;
  stop: Row;
  /** Cancelled. */
  closed: Row;
  batch: string;
  courier: Row;
  other: Row;
  view: Row;
  zone: Row;
  removedZone: Row;
  import: string;
  photo: string;
  guestLink: string;
  review: Awaited<ReturnType<typeof newReview>>;
  line: Row;
  shift: string;
  ticket: string;
  zip: string;
  /** A payment by Yape of a courier. */
  paid: { courierId: string; day: string; version: number; orderId: string };
  /** Money received of a courier. */
  received: { courierId: string; act: string; day: string };
}

async function cancelled(browser: Browser, office: string): Promise<Row> {
  const order = await newOrder(browser, office);
  const body = { why: 'El cliente desistió', orders: [{ id: order.id, version: 1 }] };
  expect((await askIn(browser, office, 'assignments.cancel', { body })).status).toBe(200);
  return { id: order.id, version: 2 };
}

const NO_REVIEW = { id: '', version: 0, order: { id: '', version: 0 } };
const PAST = '2020-01-02';
const NO_RESULTS = { day: PAST, delivered: 0, failed: 0, collected: 0, version: 0 };

const dayOf = ({ courierId, day, version }: Rows['paid']) => ({ courierId, day, version });

const verified = (of: Rows['paid'], { orderId }: Rows['paid']) => ({
  ...dayOf(of),
  payments: [{ orderId, means: 'yape' }],
});

/** A courier whose day is confirmed. */
async function withConfirmedDay(browser: Browser, office: string): Promise<Row> {
  const courier = await newCourier(browser, office);
  const body = { courierId: courier.id, ...NO_RESULTS };
  expect((await askIn(browser, office, 'days.confirm', { body })).status).toBe(200);
  return courier;
}

const previewOf = (browser: Browser, office: string): Promise<string> => newImport(browser, office, `AJENA-${names}`);

const ROW: Row = { id: '', version: 0 };
const ALL: ReadonlySet<keyof Rows> = new Set([
  'order',
  'stop',
  'closed',
  'batch',
  'courier',
  'other',
  'view',
  'zone',
  'removedZone',
  'import',
  'photo',
  'guestLink',
  'review',
  'line',
  'shift',
  'ticket',
  'zip',
  'paid',
  'received',
]);

let names = 0;
/** @param wanted what to create; the rest stays empty. */
async function rowsOf(browser: Browser, office: string, wanted: ReadonlySet<keyof Rows>): Promise<Rows> {
  names += 1;
  const rows: Rows = {
    order: ROW,
    stop: ROW,
    closed: ROW,
    batch: '',
    courier: ROW,
    other: ROW,
    view: ROW,
    zone: ROW,
    removedZone: ROW,
    import: '',
    photo: '',
    guestLink: '',
    review: NO_REVIEW,
    line: ROW,
    shift: '',
    ticket: '',
    zip: '',
    paid: { courierId: '', day: PAST, version: 0, orderId: '' },
    received: { courierId: '', act: '', day: PAST },
  };
  if (wanted.has('courier') || wanted.has('stop') || wanted.has('batch')) {
    rows.courier = await newCourier(browser, office);
    const stop = await newOrder(browser, office);
    rows.batch = (await assign(browser, office, rows.courier, stop)).batch ?? '';
    rows.stop = { ...stop, version: 2 };
  }
  if (wanted.has('order')) rows.order = await newOrder(browser, office);
  if (wanted.has('photo')) rows.photo = (await newPhoto(browser, office, await newOrder(browser, office))).id;
  if (wanted.has('guestLink')) rows.guestLink = (await newGuestLink(browser, office)).link.id;
  if (wanted.has('import')) rows.import = await previewOf(browser, office);
  if (wanted.has('review')) rows.review = await newReview(browser, office);
  if (wanted.has('line')) rows.line = await newLine(browser, office);
  if (wanted.has('shift')) rows.shift = (await newShiftNote(browser, office)).id;
  if (wanted.has('closed')) rows.closed = await cancelled(browser, office);
  if (wanted.has('other')) rows.other = await withConfirmedDay(browser, office);
  if (wanted.has('view')) rows.view = await newView(browser, office, `Vista ajena ${names}`);
  if (wanted.has('zone')) rows.zone = await newZone(browser, office, `Zona ajena ${names}`);
  if (wanted.has('removedZone')) rows.removedZone = await newRemovedZone(browser, office, `Zona quitada ${names}`);
  if (wanted.has('ticket')) rows.ticket = await ticketOf(browser, office);
  if (wanted.has('zip'))
    rows.zip = await zipOf(browser, office, (await newPhoto(browser, office, await newOrder(browser, office))).id);
  if (wanted.has('paid')) {
    const courier = await newCourier(browser, office);
    const { order, day, version } = await newPaid(browser, office, courier);
    rows.paid = { courierId: courier.id, day, version, orderId: order.id };
  }
  if (wanted.has('received')) {
    const courier = await newCourier(browser, office);
    rows.received = { courierId: courier.id, ...(await receiveSurplus(browser, office, courier)) };
  }
  return rows;
}

/** @returns the rows that a request names. */
function namedBy(parts: (at: Rows, own: Rows) => Parts, rows: Rows): Set<keyof Rows> {
  const named = new Set<keyof Rows>();
  const noting = new Proxy(rows, {
    get(target, name: keyof Rows) {
      named.add(name);
      return target[name];
    },
  });
  parts(noting, noting);
  return named;
}

const ofReads = new Map<string, Promise<Rows>>();
/** Rows of the user's own office, shared by reads that consume nothing. */
function ownRows(id: OperationId, named: ReadonlySet<keyof Rows>): Promise<Rows> {
  const make = () => rowsOf(ana, 'LIMA', named);
  if (OPERATIONS[id].method !== 'GET' || named.has('ticket') || named.has('zip')) return make();
  const key = [...named].sort().join(' ');
  const rows = ofReads.get(key) ?? make();
  ofReads.set(key, rows);
  return rows;
}

const refs = (...orders: Row[]) => orders.map(({ id, version }) => ({ id, version }));

/** Every operation with an id: the id is from the office `at`, all other parts from the user's own office. */
const NAMING: readonly [id: OperationId, what: string, parts: (at: Rows, own: Rows) => Parts][] = [
  ['orders.read', 'an order', (at) => ({ params: { id: at.order.id } })],
  ['orders.duplicate', 'an order', (at) => ({ params: { id: at.order.id }, body: { date: '2026-11-21' } })],
  [
    'orders.edit',
    'an order',
    (at) => ({ params: { id: at.order.id }, body: { version: 1, changes: { note: 'Mía' } } }),
  ],
  ['notes.write', 'an order', (at) => ({ params: { id: at.order.id }, body: { text: 'Mía' } })],
  ['trails.courier', 'a courier', (at) => ({ params: { id: at.courier.id } })],
  ['trails.follow', 'a courier', (at) => ({ params: { id: at.courier.id } })],
  ['trails.file', 'a courier', (at) => ({ params: { id: at.courier.id }, query: { formato: 'csv' } })],
  ['days.confirm', 'a courier', (at) => ({ body: { courierId: at.courier.id, ...NO_RESULTS } })],
  ['days.reopen', 'a courier', (at) => ({ body: { courierId: at.other.id, day: PAST, why: 'Mía' } })],
  ['money.courier', 'a courier', (at) => ({ query: { courierId: at.courier.id, day: PAST } })],
  ['money.receive', 'a courier', (at) => ({ body: { ...dayOf(at.paid), ...SURPLUS } })],
  ['money.agree', 'a courier', (at) => ({ body: { ...dayOf(at.paid), matter: 'sobrante', amount: 20_000 } })],
  ['money.verify', 'a courier', (at) => ({ body: verified(at.paid, at.paid) })],
  ['money.verify', 'a payment', (at, own) => ({ body: verified(own.paid, at.paid) })],
  ['money.undo', 'a courier', (at) => ({ body: { ...at.received, why: 'Mía' } })],
  ['money.undo', 'an act', (at, own) => ({ body: { ...own.received, act: at.received.act, why: 'Mía' } })],
  [
    'couriers.edit',
    'a courier',
    (at) => ({ params: { id: at.other.id }, body: { version: 1, changes: { name: 'Mío' } } }),
  ],
  ['couriers.retire', 'a courier', (at) => ({ params: { id: at.other.id }, body: { version: 1 } })],
  ['assignments.assign', 'a courier', (at, own) => ({ body: { courierId: at.courier.id, orders: refs(own.order) } })],
  ['assignments.assign', 'an order', (at, own) => ({ body: { courierId: own.courier.id, orders: refs(at.order) } })],
  ['assignments.unassign', 'an order', (at) => ({ body: { orders: refs(at.stop) } })],
  ['assignments.moveLoad', 'who has it', (at, own) => ({ body: { from: at.courier.id, to: own.other.id } })],
  ['assignments.moveLoad', 'who gets it', (at, own) => ({ body: { from: own.courier.id, to: at.other.id } })],
  ['assignments.changeState', 'an order', (at) => ({ body: { to: 'en_ruta', orders: refs(at.stop) } })],
  ['assignments.reschedule', 'an order', (at) => ({ body: { date: '2099-12-31', orders: refs(at.order) } })],
  [
    'assignments.close',
    'an order',
    (at) => ({ body: { orders: refs(at.stop).map((each) => ({ ...each, to: 'entregada' })) } }),
  ],
  ['assignments.cancel', 'an order', (at) => ({ body: { why: 'Mía', orders: refs(at.order) } })],
  [
    'assignments.correct',
    'an order',
    (at) => ({ body: { why: 'Mía', orders: refs(at.closed).map((each) => ({ ...each, to: 'pendiente' })) } }),
  ],
  ['assignments.undo', 'a change', (at) => ({ body: { batch: at.batch } })],
  ['assignments.suggest', 'an order', (at) => ({ body: { orders: refs(at.order) } })],
  ['assignments.suggest', 'a courier', (at) => ({ body: { couriers: [at.courier.id] } })],
  ['assignments.suggest', 'a zone', (at) => ({ body: { area: { zoneId: at.zone.id } } })],
  ['assignments.rank', 'an order', (at) => ({ body: { orders: [at.order.id] } })],
  ['assignments.route', 'a courier', (at, own) => ({ params: { id: at.courier.id }, body: { stops: refs(own.stop) } })],
  [
    'assignments.route',
    'an order',
    (at, own) => ({ params: { id: own.courier.id }, body: { stops: refs(...new Set([own.stop, at.stop])) } }),
  ],
  [
    'assignments.reorder',
    'a courier',
    (at, own) => ({ params: { id: at.courier.id }, body: { orders: refs(own.stop) } }),
  ],
  [
    'assignments.reorder',
    'an order',
    (at, own) => ({ params: { id: own.courier.id }, body: { orders: refs(...new Set([own.stop, at.stop])) } }),
  ],
  ['imports.commit', 'a preview', (at) => ({ params: { id: at.import }, body: { orders: 1 } })],
  [
    'imports.fix',
    'a preview',
    (at) => ({ params: { id: at.import }, body: { column: 'district', value: '150101', lines: [2] } }),
  ],
  ['imports.clients', 'a preview', (at) => ({ params: { id: at.import }, body: { clients: [], keepOthers: true } })],
  ['exports.download', 'a ticket', (at) => ({ query: { ticket: at.ticket } })],
  ['evidence.list', 'an order', (at) => ({ params: { id: at.order.id } })],
  [
    'evidence.add',
    'an order',
    (at) => ({
      params: { id: at.order.id },
      query: { kind: 'entrega' },
      file: blackPng(64, 64, { text: at.order.id }),
      type: 'image/png',
    }),
  ],
  ['evidence.ask', 'an order', (at) => ({ params: { id: at.order.id }, body: { kind: null } })],
  ['evidence.settle', 'an order', (at) => ({ params: { id: at.order.id }, body: { photo: null, visit: null } })],
  ['evidence.file', 'a photo', (at) => ({ params: { id: at.photo } })],
  ['evidence.prepare', 'a photo', (at) => ({ body: { photos: [at.photo] } })],
  ['evidence.download', 'an archive', (at) => ({ query: { ticket: at.zip } })],
  ['evidence.remove', 'a photo', (at) => ({ params: { id: at.photo }, body: { why: 'Es de otra persona' } })],
  ['guestLinks.create', 'an order', (at) => ({ body: { subject: { kind: 'order', orderId: at.order.id }, days: 7 } })],
  ['guestLinks.revoke', 'a link', (at) => ({ params: { id: at.guestLink } })],
  ['reviews.accept', 'a visit', (at) => ({ params: { id: at.review.id }, body: { version: at.review.version } })],
  ['reviews.reject', 'a visit', (at) => ({ params: { id: at.review.id }, body: { version: at.review.version } })],
  ['attention.act', 'a line', (at) => ({ params: { id: at.line.id }, body: { version: 1, act: 'tomar' } })],
  ['handover.acknowledge', 'a note', (at) => ({ params: { id: at.shift } })],
  ['visits.list', 'an order', (at) => ({ params: { id: at.review.order.id } })],
  ['visits.receiver', 'a visit', (at) => ({ params: { id: at.review.id } })],
  [
    'views.edit',
    'a view',
    (at) => ({ params: { id: at.view.id }, body: { version: 1, changes: { name: `Mía ${at.view.id}` } } }),
  ],
  ['views.remove', 'a view', (at) => ({ params: { id: at.view.id }, body: { version: 1 } })],
  ['zones.history', 'a zone', (at) => ({ params: { id: at.zone.id } })],
  ['zones.uses', 'a zone', (at) => ({ params: { id: at.zone.id } })],
  ['zones.edit', 'a zone', (at) => ({ params: { id: at.zone.id }, body: { version: 1, changes: { color: 'rojo' } } })],
  ['zones.remove', 'a zone', (at) => ({ params: { id: at.zone.id }, body: { version: 1 } })],
  ['zones.restore', 'a removed zone', (at) => ({ params: { id: at.removedZone.id }, body: { version: 2 } })],
];

/** Answered per line or per order, so that the status alone is not a refusal. Written by hand. */
const BY_ORDER = [
  'assignments.assign an order',
  'assignments.unassign an order',
  'assignments.changeState an order',
  'assignments.reschedule an order',
  'assignments.close an order',
  'assignments.cancel an order',
  'assignments.correct an order',
  'assignments.reorder an order',
  'assignments.route an order',
];

/** All rows of an office that could have been changed. */
async function stateOf(browser: Browser, office: string, rows: Rows): Promise<unknown[]> {
  const read = async (id: string) =>
    (await askIn<OrderDetail>(browser, office, 'orders.read', { params: { id } })).value;
  const listed = async (id: OperationId, ...ids: string[]) =>
    (await askIn<Row[]>(browser, office, id)).value.filter((row) => ids.includes(row.id));
  return [
    await read(rows.order.id),
    await read(rows.stop.id),
    await read(rows.closed.id),
    await listed('couriers.list', rows.courier.id, rows.other.id),
    await listed('views.list', rows.view.id),
    await listed('zones.list', rows.zone.id),
    await listed('zones.removed', rows.removedZone.id),
    (await askIn(browser, office, 'reviews.list')).value,
    rows.shift === '' ? null : await readersOf(browser, office, rows.shift),
    rows.line.id === '' ? null : await takenBy(browser, office, rows.line.id),
    (await askIn(browser, office, 'guestLinks.list')).value,
  ];
}

describe.each([
  ['another office of the company', 'AREQUIPA', () => ana],
  ['another company', 'CUSCO', () => elena],
] as const)('%s', (_what, office, owner) => {
  let theirs: Rows;
  let before: unknown[];
  beforeAll(async () => {
    // No test may change them, so that one set serves all.
    theirs = await rowsOf(owner(), office, ALL);
    before = await stateOf(owner(), office, theirs);
  });

  // An office of another company is excluded by the same condition: one operation for each kind of row.
  const naming = office === 'CUSCO' ? oneOfEach(NAMING, ([, what]) => what) : NAMING;
  it.each(naming)('G20: %s reaches no row of another office by id', async (id, what, parts) => {
    const own = await ownRows(id, namedBy(parts, theirs));
    const { status, value } = await askIn(ana, 'LIMA', id, parts(theirs, own));
    if (BY_ORDER.includes(`${id} ${what}`)) {
      const { outcomes } = value as unknown as Receipt;
      const foreign = outcomes.filter((outcome) =>
        [theirs.order.id, theirs.stop.id, theirs.closed.id].includes(outcome.id),
      );
      expect([status, foreign]).toEqual([
        200,
        [expect.objectContaining({ ok: false, why: 'not_found', code: null, now: null })],
      ]);
    } else if (id === 'assignments.suggest' && what === 'an order')
      expect([status, value]).toEqual([200, expect.objectContaining({ parts: [], unplaced: [] })]);
    else expect([status, value['type']]).toEqual([404, 'urn:despacho:problem:not-found']);
    // The same with rows of the user's own office succeeds.
    const done = await askIn(ana, 'LIMA', id, parts(own, own));
    expect([done.status, JSON.stringify(done.value)]).toEqual([200, expect.not.stringContaining('"ok":false')]);
  });

  it('G20: none of these requests has changed anything', async () => {
    expect(await stateOf(owner(), office, theirs)).toEqual(before);
  });

  it('G20: lists, searches, filters and counts contain only its own rows', async () => {
    const rows = await rowsOf(owner(), office, new Set(['stop', 'view']));
    const recipient = `Destinataria única de ${office}`;
    const body = { version: 2, changes: { recipient: { name: recipient, phone: null } } };
    await askIn(owner(), office, 'orders.edit', { params: { id: rows.stop.id }, body });
    const asks: Record<string, string>[] = [
      { buscar: recipient },
      { repartidor: rows.courier.id },
      { estado: 'asignada', repartidor: rows.courier.id },
    ];
    for (const query of asks) {
      const found = async (browser: Browser, at: string) => [
        (await askIn<OrderList>(browser, at, 'orders.list', { query })).value.orders.map(({ id }) => id),
        (await askIn<{ total: number }>(browser, at, 'orders.counts', { query })).value.total,
      ];
      expect(await found(owner(), office)).toEqual([[rows.stop.id], 1]);
      expect(await found(ana, 'LIMA')).toEqual([[], 0]);
    }
    const { value } = await askIn<OrderList>(ana, 'LIMA', 'orders.list', { query: { limite: '200' } });
    expect(new Set(value.orders.map(({ officeId }: Order) => officeId))).toEqual(new Set(['LIMA']));
    for (const id of ['couriers.list', 'views.list'] as const) {
      const ids = (await askIn<Row[]>(ana, 'LIMA', id)).value.map((row) => row.id);
      expect(ids).not.toContain(id === 'views.list' ? rows.view.id : rows.courier.id);
      expect(ids).not.toHaveLength(0);
    }
  });

  it('G20: a cursor of its list returns none of its rows', async () => {
    for (let count = 0; count < 2; count += 1) await newOrder(owner(), office);
    const first = await askIn<OrderList>(owner(), office, 'orders.list', { query: { limite: '1' } });
    const query = { limite: '1', cursor: first.value.next ?? '' };
    expect((await askIn<OrderList>(owner(), office, 'orders.list', { query })).value.orders).toHaveLength(1);
    const { status, value } = await askIn<OrderList>(ana, 'LIMA', 'orders.list', { query });
    if (status === 200) expect(value.orders.map(({ officeId }) => officeId)).toEqual(['LIMA']);
    else expect(status).toBe(400);
  });
});

describe('the live stream', () => {
  const streams: OpenStream[] = [];
  afterAll(() => {
    for (const { response } of streams) response.destroy();
  });
  const open = async (browser: Browser): Promise<OpenStream> => {
    const stream = await openStream(browser);
    streams.push(stream);
    await vi.waitFor(() => {
      expect(stream.text()).toContain('id:');
    }, 15_000);
    return stream;
  };

  it('G20: sends changes and presence only to U01 of the office and to charge S', async () => {
    const others = ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'M01', 'T02', '000'];
    const [local, without] = await castDemo(ana, 'LIMA', [['U01'], others]);
    if (!local || !without) throw new Error('nobody to cast');
    const dispatcher = await signInDemo(gateway, local);
    const [ofAna, ofLocal, ofWithout, ofElena] = [
      await open(ana),
      await open(dispatcher),
      await open(await signInDemo(gateway, without)),
      await open(elena),
    ];
    const inLima = await newOrder(ana, 'LIMA');
    const inArequipa = await newOrder(ana, 'AREQUIPA');
    const inCusco = await newOrder(elena, 'CUSCO');
    await askIn(ana, 'LIMA', 'presence.tell', { body: { doing: 'viendo', orders: [inLima.id] } });
    const holds = ({ text }: OpenStream, part: string) => text().includes(part);
    const orderEvent = ({ id }: Row) => `"order":{"id":"${id}"`;
    const present = `"orders":["${inLima.id}"]`;
    await vi.waitFor(() => {
      expect([holds(ofAna, orderEvent(inLima)), holds(ofAna, orderEvent(inArequipa))]).toEqual([true, true]);
      expect([holds(ofLocal, orderEvent(inLima)), holds(ofLocal, present)]).toEqual([true, true]);
      expect(holds(ofElena, orderEvent(inCusco))).toBe(true);
    }, 15_000);
    // A user without the module still receives their own events: their permissions change, and the stream sends that
    // first.
    const value = (await ana.get('/api/users/LIMA')).body as { id: string; username: string }[];
    const id = value.find(({ username }) => username === without.username)?.id ?? '';
    await ana.post(`/api/permission/${id}?officeId=LIMA`, { permissionsList: [{ module: 'T02' }] });
    await vi.waitFor(() => {
      expect(holds(ofWithout, 'permissions.changed')).toBe(true);
    }, 15_000);
    expect(ofWithout.text()).not.toMatch(/order\.changed|courier\.changed|view\.changed|presence\.told/);
    expect(holds(ofLocal, orderEvent(inArequipa))).toBe(false);
    expect([holds(ofAna, orderEvent(inCusco)), holds(ofLocal, orderEvent(inCusco))]).toEqual([false, false]);
    expect([
      holds(ofElena, orderEvent(inLima)),
      holds(ofElena, orderEvent(inArequipa)),
      holds(ofElena, present),
    ]).toEqual([false, false, false]);
  });
});
