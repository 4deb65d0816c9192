import { existsSync } from 'node:fs';
import { type Operation } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { explain } from './explain.ts';

const textOf = async (method: string, path: string): Promise<string> => (await explain(method, path)).join('\n');
const namesOf = (text: string): string[] => [...text.matchAll(/^ +\d+\. ([\w-]+)/gm)].map(([, name]) => name ?? '');

describe('explain', () => {
  it('lists the steps of a permission change in chain order', async () => {
    const text = await textOf('POST', '/api/permission/7');
    expect(text).toContain('is permissions.update (Reemplaza la lista de permisos de un usuario), with id = 7');
    const names = namesOf(text);
    // Written by hand: checks must come before effects.
    const order = [
      'request-id',
      'refuse-odd-targets',
      'lookup',
      'session',
      'origin',
      'csrf',
      'access',
      'contract',
      'office',
      'answer',
    ];
    expect(names.filter((name) => order.includes(name))).toEqual(order);
    expect(text).toContain('csrf: X-XSRF-TOKEN of this session, else 403');
    expect(text).toContain('users with G01 Permisos, else 403');
    expect(text).toContain('apps/bff/src/policy/handlers/update-permissions.ts');
    expect(text).toContain('another office in query.officeId requires charge S');
  });

  it('names existing files', async () => {
    const files = [...(await textOf('GET', '/api/clients')).matchAll(/apps\/[\w/.-]+\.ts/g)].map(([file]) => file);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
  });

  it('shows the headers a legacy host receives, and drops those it must not', async () => {
    const text = await textOf('POST', '/api/permission/7');
    const [, seen = '', stays = ''] = text.split(/The upstream sees.*|What stays here:/);
    expect(seen).toContain('authorization: Bearer «token of the legacy host»');
    expect(seen).toContain('content-type: application/json');
    expect(seen).toContain('accept-language: es-PE');
    expect(seen).not.toContain('of-the-client');
    for (const name of ['cookie', 'x-xsrf-token', 'authorization', 'x-forwarded-for', 'clave', 'connection'])
      expect(stays).toContain(name);
  });

  it('shows the headers of streams, storage and tiles', async () => {
    expect(await textOf('GET', '/api/events')).toMatch(/last-event-id: 42[\s\S]*signed for 30 s/);
    const storage = await textOf('GET', '/api/storage');
    expect(storage).toContain('clave: «STORAGE_PASSWORD»');
    expect(storage).not.toContain('Bearer «');
    const tile = await textOf('GET', '/tiles/3/4/5');
    expect(tile).toContain('user-agent: despacho-gateway');
    expect(tile).not.toMatch(/^ +authorization/m);
  });

  it('shows the idempotency key only for repeatable writes', async () => {
    expect(await textOf('POST', '/api/assignments')).toMatch(/^ +idempotency-key: 7d0e1f6a-of-the-client$/m);
    for (const path of ['/api/exports', '/api/assignments/suggest'])
      expect(await textOf('POST', path)).not.toMatch(/^ +idempotency-key:/m);
    expect(await textOf('GET', '/api/imports/template')).toMatch(/^ +accept: application\/vnd\.openxml/m);
  });

  it('names charge S as an additional requirement', async () => {
    expect(await textOf('POST', '/api/assignments/cancel')).toMatch(/users with U01 .* and charge S, else 403/);
  });

  it('explains a refusal before a row is looked up', async () => {
    expect(await textOf('GET', '/api/nada')).toMatch(/is answered 404: no row/);
    const text = await textOf('DELETE', '/api/clients');
    expect(text).toMatch(/is answered 405: this path has rows only for GET/);
    expect(namesOf(text).at(-1)).toBe('lookup');
    expect(await textOf('GET', '/api/..%2fx')).toMatch(/is refused \(invalid-request\)/);
    expect(await textOf('GET', '/clients')).toMatch(/not an operation: a page or a file/);
  });

  it('explains every operation', async () => {
    for (const { method, path } of Object.values(OPERATIONS) as Operation[])
      expect(await textOf(method, path.replaceAll(/:\w+/g, '1'))).toMatch(/ is \w+\.\w+ \(/);
  });
});
