import { FIELD_OPERATIONS } from '@despacho/contracts/dispatch';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  connect,
  type FieldFailure,
  readEnrolment,
  readRouteIfChanged,
  readSession,
  signOut,
  textOf,
} from './field-calls.ts';

const problem = (kind: string, status: number, detail?: string) =>
  Response.json({ type: `urn:despacho:problem:${kind}`, detail }, { status });

let answers: Response[];
const fetched = vi.fn((_url: URL, _init?: RequestInit) => Promise.resolve(answers.shift() ?? Response.json({})));

beforeEach(() => {
  answers = [];
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  document.cookie = 'XSRF-REPARTO=a%2Bb';
  document.cookie = 'XSRF-TOKEN=of-staff';
});

const calls = () => fetched.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url.pathname}`);
const tokens = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-xsrf-token'));

it('calls each operation as its contract says', async () => {
  await readSession();
  await readEnrolment('s');
  await connect('s', '0000');
  await readRouteIfChanged(null);
  await signOut();
  const used = ['field.session', 'field.enrolment', 'field.connect', 'field.route', 'field.signOut'] as const;
  expect(calls()).toEqual(used.map((id) => `${FIELD_OPERATIONS[id].method} ${FIELD_OPERATIONS[id].path}`));
});

it('G41: sends the token of this page with writes, and never that of staff', async () => {
  await connect('s', '0000');
  await readRouteIfChanged(null);
  expect(tokens()).toEqual(['a+b', null]);
});

it('sends a write once more with a new token if the token was refused', async () => {
  answers = [problem('wrong-csrf-token', 403), problem('no-session', 401), Response.json({ courier: 'Ana' })];
  expect(await readEnrolment('s')).toEqual({ courier: 'Ana' });
  expect(calls()).toEqual(['POST /api/field/enrolment', 'GET /api/field/session', 'POST /api/field/enrolment']);
});

it('reports why a call failed', async () => {
  answers = [problem('session-ended', 401)];
  const ended = await readRouteIfChanged(null).catch((error: unknown) => error as FieldFailure);
  expect(ended).toMatchObject({ kind: 'session-ended', isDisconnected: true });
  answers = [problem('unprocessable', 422, 'El código no es correcto. Le quedan 4 intentos.')];
  expect(textOf(await connect('s', '0000').catch((error: unknown) => error))).toMatch(/4 intentos/);
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(textOf(await readRouteIfChanged(null).catch((error: unknown) => error))).toMatch(/^No hay señal/);
});
