import fc, { type Arbitrary } from 'fast-check';
import { type ServerResponse } from 'node:http';
import { type FakeUpstream } from './fake-upstream.ts';

/* Generated legacy hosts: statuses, envelopes, types and missing fields in any combination. */

/** A response: JSON in an envelope, or text that is not JSON. */
export interface Answer {
  status: number;
  body: string;
}

/** A host's answers to the seven calls, except the permission write. */
export interface GeneratedHost {
  login: Answer;
  credentials: Answer;
  users: Answer;
  clients: Answer;
  client: Answer;
  storage: Answer;
  save: Answer;
}

export const CLIENT_ID = 'C-7';

const mostly = <T>(usual: T, ...others: T[]): Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const status = mostly(
  200,
  ...[201, 204, 206, 301, 302, 400, 401, 402, 403, 404, 405, 409, 410, 418, 422, 429, 500, 501, 502, 503, 504],
);

/** A field: usually as documented, else of any type; or absent. */
const field = (usual: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: usual },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, '', ' ', 0, 1, -1, 7.5, true, [], {}, ['S'], { id: 1 }, undefined),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );

const id = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom('1', 'U-2', 'a/b', 'ñ', '..', 'x y'));
const name = fc.constantFrom('Ana Torres', 'ANA TORRES', 'Rosa Mamani', 'Luz Paz', 'ana', 'rosa');
const charge = fc.constantFrom('S', 's', 'A', 'O');
const modules = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('G01', '000', 'D01', 'X99').map((module) => ({ module, desde: '2020' })) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('G01', null, { module: 7 }, { modulo: 'D01' }, []) },
  ),
  { maxLength: 4 },
);

const user = fc.record(
  {
    id: field(id),
    username: field(name),
    user: field(name),
    charge: field(charge),
    permissionsList: field(modules),
    clave: fc.constant('no'),
  },
  { requiredKeys: ['id', 'permissionsList'] },
);
const client = fc.record(
  {
    id: field(id),
    nombre: field(name),
    name: field(name),
    phone: field(fc.constant(987654321)),
    lat: field(fc.constant('-12.04')),
  },
  { requiredKeys: ['id'] },
);

const rows = (row: Arbitrary<unknown>): Arbitrary<unknown[]> =>
  fc.array(
    fc.oneof({ weight: 8, arbitrary: row }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, 'x', []) }),
    { maxLength: 4 },
  );

/** Ways to send a value. */
const ENVELOPES: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify({ data: value }),
  (value) => JSON.stringify({ ok: true, data: value, total: 1000 }),
  (value) => JSON.stringify({ data: { data: value } }),
  (value) => JSON.stringify({ users: value }),
  (value) => JSON.stringify(JSON.stringify(value)),
  (value) => `${JSON.stringify(value)}x`,
  (value) => JSON.stringify(value).slice(0, -1),
  () => '<html>Login</html>',
  () => '',
  () => 'null',
  () => '['.repeat(500),
  () => `${'{"message":'.repeat(60)}1${'}'.repeat(60)}`,
];

const answer = (value: Arbitrary<unknown>): Arbitrary<Answer> =>
  fc.record({
    status,
    body: fc
      .tuple(
        value,
        mostly<(value: unknown) => string>((each) => JSON.stringify(each ?? null), ...ENVELOPES),
      )
      .map(([each, send]) => send(each)),
  });

const person = fc.record(
  {
    token: fc.constant('token-of-a-generated-host'),
    id: field(id),
    username: field(name),
    user: field(name),
    charge: field(charge),
    officeId: fc.oneof(
      { weight: 6, arbitrary: fc.constant({ id: 'LIMA' }) },
      { weight: 1, arbitrary: field(fc.constant('LIMA')) },
    ),
    permissionsList: fc.oneof(
      { weight: 3, arbitrary: fc.constant([{ module: 'G01' }, { module: '000' }]) },
      { weight: 1, arbitrary: field(modules) },
    ),
  },
  { requiredKeys: ['officeId', 'permissionsList'] },
);
const figures = fc.record({ almacenamientoMaximo: field(fc.constant(10)), almacenamientoUsado: field(fc.constant(1)) });

const sound = (value: Arbitrary<unknown>): Arbitrary<Answer> =>
  value.map((each) => ({ status: 200, body: JSON.stringify(each) }));

export const generatedHost: Arbitrary<GeneratedHost> = fc.record({
  login: fc.oneof(
    { weight: 5, arbitrary: sound(fc.constant({ token: 'login-of-a-generated-host', ruc: '20512345678' })) },
    { weight: 1, arbitrary: answer(fc.record({ token: field(fc.constant('login-of-a-generated-host')) })) },
  ),
  credentials: fc.oneof({ weight: 5, arbitrary: sound(person) }, { weight: 1, arbitrary: answer(person) }),
  users: fc.oneof({ weight: 2, arbitrary: sound(rows(user)) }, { weight: 1, arbitrary: answer(rows(user)) }),
  clients: fc.oneof({ weight: 1, arbitrary: sound(rows(client)) }, { weight: 1, arbitrary: answer(rows(client)) }),
  client: answer(client),
  storage: answer(figures.map((data) => ({ data }))),
  save: answer(fc.constant({ message: ['No', { x: 1 }], ok: true })),
});

/** The same host, with different answers for each run. */
export function answerAs(upstream: Pick<FakeUpstream, 'on'>, host: GeneratedHost): void {
  const on = (route: string, { status: code, body }: Answer) =>
    upstream.on(route, (_hit: unknown, res: ServerResponse) => {
      res.writeHead(code, { 'content-type': 'application/json', ...(code === 302 && { location: '/x' }) });
      res.end(code === 204 ? undefined : body);
    });
  on('GET /base/auth', host.login);
  on('GET /base/auth/credentials', host.credentials);
  on('GET /api/users/LIMA', host.users);
  on('GET /base/clients/', host.clients);
  for (const each of ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'U-2', CLIENT_ID]) {
    on(`GET /base/clients/${each}`, host.client);
    on(`POST /api/permission/${each}`, host.save);
  }
  on('GET /storage/sgdempresa/findPredeterminado', host.storage);
}
