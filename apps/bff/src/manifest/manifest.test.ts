import { OPERATIONS } from '@despacho/contracts/operations';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#policy/table.ts';
import { type RoutePolicy } from '#policy/policy.ts';
import { createManifest } from './manifest.ts';
import { manifestPage } from './manifest-page.ts';

const manifest = createManifest();

describe('the manifest', () => {
  it('describes every operation', () => {
    expect(Object.keys(manifest)).toEqual(Object.keys(OPERATIONS));
  });

  it('describes the checks of a permission change', () => {
    expect(manifest['permissions.update']).toMatchObject({
      method: 'POST',
      path: '/api/permission/:id',
      access: { who: 'modules', modules: { G01: 'Permisos' } },
      csrf: 'always',
      origin: 'same-origin-only',
      office: 'query.officeId',
      limits: { request: 16_384, answer: 524_288 },
      rate: 'with-the-session',
      keepsAlive: true,
      to: { upstream: 'api', path: '/permission/:id', credentials: 'bearer', handler: 'updatePermissions', asks: [] },
      request: { params: { additionalProperties: false, required: ['id'] } },
    });
  });

  it('distinguishes streams, files and the gateway’s own responses', () => {
    expect(manifest['events.stream']).toMatchObject({
      limits: { answer: null },
      response: { stream: 'text/event-stream' },
    });
    expect(manifest['tiles.read']?.to).toEqual({
      upstream: 'tiles',
      path: null,
      credentials: 'none',
      handler: 'sendTile',
      asks: [],
    });
    expect(manifest['session.login']?.to).toEqual({
      upstream: 'gateway',
      path: null,
      credentials: null,
      handler: 'login',
      asks: [
        { upstream: 'base', credentials: 'password' },
        { upstream: 'operations', credentials: 'gateway' },
      ],
    });
    expect(manifest['session.logout']).toMatchObject({ csrf: 'only-with-session', response: null });
  });

  it('leaves out no property of a row', () => {
    const rows = { ...ROUTES, 'config.read': { ...ROUTES['config.read'], secretly: true } };
    expect(() => createManifest(rows as Record<string, RoutePolicy>)).toThrow('does not describe secretly');
  });

  it('can be rendered as a page, with markup escaped', () => {
    const page = manifestPage(manifest);
    for (const { method, path } of Object.values(OPERATIONS)) expect(page).toContain(`<td>${method} ${path}</td>`);
    const one = manifest['config.read'];
    if (!one) throw new Error('no such operation');
    expect(manifestPage({ x: { ...one, path: '/<img src=x onerror="1">' } })).toContain(
      '/&#60;img src=x onerror=&#34;1&#34;&#62;',
    );
  });
});
