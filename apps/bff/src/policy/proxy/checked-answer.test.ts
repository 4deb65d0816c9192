import { type Request } from 'express';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { checkedAnswer } from './checked-answer.ts';

const BEARER = 'bearer-0123456789';
const STORAGE_KEY = 'storage-key-0123';

interface Options {
  headers?: Record<string, string>;
  upstream?: string;
  /** Set for a phone. */
  linked?: true;
}

/** The result for an upstream's response with this status and body. */
async function checked(
  statusCode: number,
  body: unknown,
  ensure: () => Promise<void> = () => Promise.resolve(),
  { headers = {}, upstream = 'base', ...session }: Options = {},
) {
  const asked: unknown[] = [];
  const person = { sucursal: 'LIMA', officeId: 'LIMA-CENTRO', username: '20600000001', id: 'persona-7' };
  const live = { key: 'k', record: { person, sealed: 'x' } };
  const services = {
    config: { STORAGE_PASSWORD: STORAGE_KEY },
    sessions: {
      secretsOf: () => ({ bearer: BEARER, loginToken: 'persona-7', branch: 'LIMA-CENTRO', taxId: '20600000001' }),
    },
    freshness: {
      ensure: (session: unknown, maxAge: number, signal: AbortSignal) => {
        asked.push([session === live, maxAge, signal.aborted]);
        return ensure();
      },
    },
  } as unknown as Services;
  const message = Object.assign(new IncomingMessage(new Socket()), { statusCode, complete: true, headers });
  message.push(typeof body === 'string' ? body : JSON.stringify(body));
  message.push(null);
  const matched = { policy: { to: { upstream } } };
  const req = {
    matched,
    session: { live, ...session },
    deadline: { signal: new AbortController().signal },
  } as unknown as Request;
  const outcome = await checkedAnswer(req, message, 1000, services).then(
    ({ value }) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { kind: error.kind, ...error.details };
    },
  );
  return { outcome, asked, read: message.readableFlowing };
}

describe('checkedAnswer', () => {
  it.each([200, 201, 299])('%i is a success', async (status) => {
    expect((await checked(status, { name: 'Ana' })).outcome).toEqual({ value: { name: 'Ana' } });
  });

  it.each([
    [429, 'too-many-requests'],
    [503, 'unavailable'],
  ])('G40: passes on the message and Retry-After of a %i only from our own service', async (status, kind) => {
    const ask = async (upstream: string, after: string) => {
      const headers = { 'retry-after': after };
      return (await checked(status, { message: 'Espere' }, undefined, { headers, upstream })).outcome;
    };
    expect(await ask('operations', '5')).toMatchObject({ kind, detail: 'Espere', retryAfterSeconds: 5 });
    expect(await ask('operations', '120')).toMatchObject({ kind, retryAfterSeconds: 120 });
    expect(await ask('base', '5')).toEqual({ kind: 'unavailable', note: `upstream answered ${status}` });
    for (const after of ['soon', '99999'])
      expect(await ask('operations', after)).toEqual({
        kind: 'unavailable',
        note: `upstream answered ${status}`,
        ...(status === 503 && { detail: 'Espere' }),
      });
  });

  it.each([
    [199, 'upstream-broken'],
    [300, 'upstream-broken'],
    [302, 'upstream-broken'],
    [403, 'upstream-refused'],
    [404, 'not-found'],
    [500, 'upstream-failed'],
  ])('G32: passes on only the kind of %i, and discards its body', async (status, kind) => {
    const { outcome, read, asked } = await checked(status, { message: 'inside' });
    expect(outcome).toEqual({ kind, note: `upstream answered ${status}` });
    expect([read, asked]).toEqual([true, []]);
  });

  it('reports an office that our own service does not have, with the command for the operator in the log', async () => {
    const ask = async (upstream: string, body: unknown) => (await checked(404, body, undefined, { upstream })).outcome;
    expect(await ask('operations', { message: 'no', reason: 'office-unknown' })).toEqual({
      kind: 'office-unknown',
      detail: expect.stringContaining('registre su oficina') as unknown,
      note: expect.stringMatching(/main\.js office create --ruc RUC .*--id "OFFICE"/) as unknown,
    });
    for (const body of [{ message: 'No encontrado' }, 'x', null, { reason: 'other' }])
      expect(await ask('operations', body)).toMatchObject({ kind: 'not-found' });
    expect(await ask('base', { reason: 'office-unknown' })).toMatchObject({ kind: 'not-found' });
  });

  it('reports a busy office, and asks a phone to retry', async () => {
    const ask = async (reason: unknown, options: object = {}) =>
      (await checked(409, { message: 'Espere', reason }, undefined, { headers: { 'retry-after': '5' }, ...options }))
        .outcome;
    const [note, detail, retryAfterSeconds] = ['upstream answered 409', 'Espere', 5];
    expect(await ask('office-busy')).toEqual({ kind: 'office-busy', note, detail, retryAfterSeconds });
    expect(await ask('office-busy', { linked: true })).toEqual({
      kind: 'unavailable',
      note,
      detail,
      retryAfterSeconds,
    });
    for (const other of ['x', undefined, {}]) expect(await ask(other)).toEqual({ kind: 'conflict', note, detail });
  });

  it('G11: drops fields named like a secret, and credentials under any name, from a success', async () => {
    const { outcome } = await checked(200, {
      clave: 'x',
      note: `Bearer ${BEARER}`,
      key: STORAGE_KEY,
      office: 'LIMA-CENTRO',
      user: '20600000001',
      id: 'persona-7',
    });
    expect(outcome).toEqual({
      value: { note: '…', key: '…', office: 'LIMA-CENTRO', user: '20600000001', id: 'persona-7' },
    });
  });

  it.each([400, 409, 410, 422])('passes on the message of a %i', async (status) => {
    const { outcome } = await checked(status, { message: 'Falta el nombre', stack: 'inside' });
    expect(outcome).toMatchObject({ detail: 'Falta el nombre', note: `upstream answered ${status}` });
  });

  it('passes on the field that the message is about, if it is a field name', async () => {
    const message = 'Esa referencia ya existe';
    const recorded = async (body: object) => (await checked(409, body)).outcome;
    expect(await recorded({ message, field: 'place.ubigeo' })).toMatchObject({
      detail: message,
      errors: [{ field: 'place.ubigeo', message }],
    });
    for (const field of ['<b>', 'una frase', '', 'a'.repeat(200), 'a.b.c.d.e', BEARER, 7, ['client']])
      expect(await recorded({ message, field })).not.toHaveProperty('errors');
    expect(await recorded({ message, field: 'people.0.username' })).toMatchObject({
      errors: [{ field: 'people.0.username', message }],
    });
    expect(await recorded({ field: 'client' })).not.toHaveProperty('errors');
  });

  it('G11: drops a message that contains a credential', async () => {
    expect((await checked(400, { message: `Token ${BEARER} no vale` })).outcome).toMatchObject({ detail: '…' });
  });

  it.each(['<html>', '', '7', 'null', '{"message":7}', `"${'x'.repeat(70_000)}"`])(
    'accepts a refusal without a message (%#)',
    async (text) => {
      expect((await checked(400, text)).outcome).toEqual({ kind: 'upstream-rejected', note: 'upstream answered 400' });
    },
  );

  it('reads only as much of a refusal as a message needs', async () => {
    const message = (length: number) => checked(400, { message: 'no', more: 'x'.repeat(length) });
    expect((await message(65_000)).outcome).toHaveProperty('detail', 'no');
    expect((await message(66_000)).outcome).not.toHaveProperty('detail');
  });

  it('checks with the credentials host after a 401, which alone does not end the session', async () => {
    const { outcome, asked, read } = await checked(401, { message: 'no' });
    expect(asked).toEqual([[true, -1, false]]);
    expect(outcome).toEqual({ kind: 'upstream-refused', note: 'upstream answered 401 to a living token' });
    expect(read).toBe(true);
    const dead = await checked(401, {}, () => Promise.reject(new Failure('session-ended')));
    expect(dead.outcome).toEqual({ kind: 'session-ended' });
  });
});
