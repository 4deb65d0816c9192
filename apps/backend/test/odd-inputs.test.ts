import { type Operation } from '@despacho/contracts';
import { DISPATCH_OPERATIONS, type DispatchOperationId, IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { assertionOf } from './assertions.ts';
import { workerClaims } from './dispatch-world.ts';
import { useThread } from './parse-in-thread.ts';
import { CANARY, cursorOf, FILE, type Parts, SOUND } from './sound-requests.ts';
import { createTestApp } from './test-services.ts';
import { useDesk } from './use-desk.ts';

/*
 * Sends every operation values that the database, the calendar or JavaScript cannot represent, in every position: first
 * hand-written, then random ones. It calls the service directly, without the gateway's validation.
 */

const IDS = Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[];

const DAYS = `0001-01-01 0999-12-31 1899-12-31 2101-01-01 9999-12-31 10000-01-01 2026-02-30
  +002026-01-01 -000001-01-01 2026-11-20T00:00:00Z`.split(/\s+/);
const NUMERALS = [
  '0',
  '-1',
  '1.5',
  'NaN',
  'Infinity',
  '1e309',
  '2147483648',
  '9007199254740993',
  '999999999999999',
  '9223372036854775808',
  '9'.repeat(40),
];
const TEXTS = [
  `${CANARY}\0`,
  `${CANARY}\ud800`,
  `\udc00${CANARY}`,
  `${CANARY}\u0007`,
  `${CANARY}\n\t${CANARY}`,
  `${CANARY}'"\\%_`,
  CANARY.repeat(900),
  '',
  ' ',
  '__proto__',
  '\u202e\ufeff\uffff',
];
const CURSORS = [
  cursorOf(),
  cursorOf('-destinatario', `${CANARY}\0`, 1),
  cursorOf('-destinatario', `${CANARY}\ud800`, 1),
  cursorOf('-destinatario', CANARY, 1e300),
  cursorOf('-destinatario', CANARY, 2 ** 53),
  cursorOf('-destinatario', CANARY, -1),
  cursorOf('-destinatario', { toString: CANARY }, 1),
  cursorOf('-codigo', 1, 1),
  Buffer.from(`["-destinatario","${CANARY}",1e999]`).toString('base64url'),
  Buffer.from('["-destinatario","\xff\xfe",1]', 'latin1').toString('base64url'),
  CANARY,
];
const STRINGS = [...TEXTS, ...DAYS, ...NUMERALS, ...CURSORS];
const NUMBERS = [-1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e15, 1e308];
const OTHERS = [null, true, [], {}, [null]];

/** These do not contain the canary, because paths are logged. */
const ODD_IDS = [...TEXTS, ...NUMERALS]
  .filter((text) => text !== '' && text.length < 5000)
  .map((text) => encodeURIComponent(text.replaceAll(CANARY, 'x').toWellFormed()))
  .concat('%00', '%ff', '%');

type Path = readonly (string | number)[];

const leavesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        leavesOf(each, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [path];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value);

/** @returns a copy with another value at `path`. */
function replaced(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((each: unknown, at) => (at === step ? replaced(each, rest, other) : each));
  const record = value as Record<string, unknown>;
  return { ...record, [step]: replaced(record[step], rest, other) };
}

/** Further positions of a name share the schema of the first: of their values, one in this number is sent. */
const EVERY = inject('full') ? 5 : 25;

const seen = new Set<string>();
let turn = 0;

/** @returns all values for the first position of a name, and a few for further ones. */
function sampled<T>(place: Path, values: readonly T[]): readonly T[] {
  const name = String(place.findLast((step) => typeof step === 'string'));
  const isNew = !seen.has(name);
  seen.add(name);
  turn += 1;
  const step = Math.min(EVERY, values.length);
  return isNew ? values : values.filter((_, at) => (at + turn) % step === 0);
}

const begun = new Set<unknown>();
/** @returns whether a position is the first in a query or in a body: everything is sent there, because it is also decoded. */
function isFirst([part]: Path): boolean {
  const isNew = inject('full') || !begun.has(part);
  begun.add(part);
  return isNew;
}

/** @returns whether the contract rejects the changed part of a request, with the field. */
function isRejectedByContract(operation: DispatchOperationId, [part]: Path, { query, body }: Parts): boolean {
  const form: Operation = DISPATCH_OPERATIONS[operation];
  const received = part === 'query' ? Object.fromEntries(new URLSearchParams(query)) : body;
  const result = (part === 'query' ? form.query : form.body)?.safeParse(received);
  return result?.success === false && result.error.issues.some(({ path }) => path.length > 0);
}

describe('values that cannot be stored', () => {
  const desk = useDesk();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let server: Server;
  let assertion: string;
  let log = '';
  beforeAll(() => {
    server = createServer(desk.app).listen(0, '127.0.0.1');
  });
  afterAll(() => {
    agent.destroy();
    server.close();
  });
  beforeEach(async () => {
    log = '';
    desk.app = createTestApp({ ...desk.services, logger: createLogger('trace', { write: (line) => (log += line) }) });
    const chief = workerClaims('chief');
    assertion = await assertionOf({ ...chief, modules: [...chief.modules, '000'] });
    const { dispatch } = desk;
    await dispatch.createCourier({}, 'chief');
    await dispatch.createCourier({ name: 'Sara' }, 'chief');
    await dispatch.createOrder({}, 'chief');
    await dispatch.ok('views.create', { as: 'chief', body: { name: 'Una', filter: {}, sort: null } });
    await dispatch.ok('imports.preview', { as: 'chief', query: { fileName: 'x.csv' }, file: FILE });
  });

  const ask = (
    method: string,
    path: string,
    { query = {}, body, rawBody, headers = {} }: Parts & { headers?: Record<string, string> },
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const { port } = server.address() as AddressInfo;
      const search = new URLSearchParams(query).toString();
      const call = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path: search === '' ? path : `${path}?${search}`,
          headers: {
            authorization: `Bearer ${assertion}`,
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
        },
      );
      call.on('error', reject);
      call.end(sent);
    });

  const send = (operation: DispatchOperationId, { id = '1', query, ...rest }: Parts) => {
    const { method, path, upload: [type] = [] }: Operation = DISPATCH_OPERATIONS[operation];
    return ask(method, `/operations${path.replace(/^\/api/, '').replace(':id', id)}`, {
      query: { officeId: 'N1', ...query },
      headers: { [IDEMPOTENCY_HEADER]: randomUUID(), ...(type !== undefined && { 'content-type': type }) },
      ...rest,
    });
  };

  /** @returns what is wrong with a response, if anything. */
  const faultOf = async (operation: DispatchOperationId, sent: Parts): Promise<string | undefined> => {
    const { status, text } = await send(operation, sent);
    if (status >= 500) return String(status);
    return status === 400 && !text.includes('"field"') ? '400 without a field' : undefined;
  };

  const partsOf = ({ query, body }: Parts) => ({
    query: { officeId: 'N1', ...query },
    ...(body !== undefined && { body }),
  });

  // The first operation with a name sends all values of it, a thousand requests.
  it.each(IDS)('%s rejects or stores each of them, and logs none', { timeout: 240_000 }, async (operation) => {
    const sound = SOUND[operation];
    const parts = partsOf(sound);
    const faults: string[] = [];
    const judge = async (place: Path, value: unknown, sent: Parts) => {
      const fault = await faultOf(operation, { ...sound, ...sent });
      if (fault !== undefined) faults.push(`${place.join('.')} = ${JSON.stringify(value).slice(0, 60)}: ${fault}`);
    };
    // Control: the unmodified request is accepted.
    expect((await send(operation, sound)).status).not.toBe(400);
    for (const place of leavesOf(parts)) {
      const isNumber = typeof valueAt(parts, place) === 'number';
      const others = place[0] === 'query' ? [] : OTHERS;
      const sendsAll = isFirst(place);
      let isRejected = false;
      for (const value of sampled(place, [...(isNumber ? NUMBERS : STRINGS), ...others])) {
        const sent = replaced(parts, place, value) as Parts;
        const rejected = isRejectedByContract(operation, place, sent);
        // The service rejects all of these with the same code: one is sent, and the contract alone judges the others.
        if (!rejected || !isRejected || sendsAll) await judge(place, value, sent);
        isRejected ||= rejected;
      }
      if (isNumber)
        await judge(place, Infinity, { rawBody: JSON.stringify(replaced(parts, place, '@')).replace('"@"', '1e999') });
    }
    if (DISPATCH_OPERATIONS[operation].params)
      for (const id of sampled(['id of the path'], ODD_IDS)) await judge(['params', 'id'], id, { id });
    expect(faults).toEqual([]);
    expect(log).toContain('"msg":"request"');
    // Operators need the id of an office that is not registered; only those who may see every office get so far.
    const others = log.split('\n').filter((line) => !line.includes('this office is not registered'));
    expect(others.filter((line) => line.includes(CANARY))).toEqual([]);
  });

  it('handles random values without a failure', async () => {
    const anyText = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    });
    const anyValue = fc.oneof(
      anyText,
      fc.double(),
      fc.maxSafeInteger(),
      fc.date().map(String),
      fc.object({ maxDepth: 1 }),
    );
    // A query contains only text, and an object such as `{ toString: 0 }` cannot be converted to text.
    const sendable = ([part]: Path, value: unknown) =>
      part === 'query' && typeof value !== 'string' ? JSON.stringify(value) : value;
    const anyReplaced = fc.constantFrom(...IDS).chain((operation) =>
      fc
        .tuple(
          fc.constantFrom(...leavesOf(partsOf(SOUND[operation]))),
          fc.constantFrom(...leavesOf(partsOf(SOUND[operation]))),
          anyValue,
          anyValue,
        ) // prettier-ignore
        .map(([one, other, first, second]) => ({
          operation,
          sent: replaced(
            replaced(partsOf(SOUND[operation]), one, sendable(one, first)),
            other,
            sendable(other, second),
          ) as Parts,
        })),
    );
    await fc.assert(
      fc.asyncProperty(anyReplaced, async ({ operation, sent }) => {
        expect(await faultOf(operation, { ...SOUND[operation], ...sent })).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('reports a cell that holds one as an error of its line', async () => {
    useThread();
    const header =
      'cliente;referencia del cliente;destinatario;telefono;direccion;referencia;distrito;latitud;longitud;fecha;desde;hasta;bultos;peso;guia;cobro;nota;prioridad'.split(
        ';',
      );
    const good = 'X;;Ana;987654321;Jr. Uno 1;;150101;;;21/11/2026;;;1;1;;;;Normal'.split(';');
    const values = [...STRINGS, '24/11/0100', '24/11/9999', '99999', '=1+1'].filter((text) => !text.includes('\0'));
    const lines = header.flatMap((_, column) =>
      values.map((value) => good.map((cell, at) => (at === column ? `"${value.replaceAll('"', '""')}"` : cell))),
    );
    const file = Buffer.from([header, ...lines, good].map((cells) => cells.join(';')).join('\r\n'));
    const preview = await desk.dispatch.ok('imports.preview', {
      as: 'chief',
      query: { fileName: 'x.csv' },
      file,
    });
    if (!preview.readable) throw new Error(preview.why);
    expect(preview.broken).toBeGreaterThan(100);
    expect(preview.good).toBeGreaterThan(100);
    const keep = { clients: [], keepOthers: true };
    await desk.dispatch.ok('imports.clients', { as: 'chief', id: preview.id, body: keep });
    await desk.dispatch.ok('imports.commit', {
      as: 'chief',
      id: preview.id,
      body: { orders: preview.good, include: preview.doubtful.map(({ line }) => line) },
    });
    expect(log.includes(CANARY)).toBe(false);
  });
});
