import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { kindOf } from './support/browser.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

let gateway: Gateway | undefined;

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** A timestamp without fractions, as the setting requires. */
const inDays = (days: number): string => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

describe('security.txt', () => {
  it('contains every contact, the expiry, the languages and its canonical address', async () => {
    const expires = inDays(90);
    gateway = await startGateway({
      PUBLIC_ORIGIN: 'https://despacho.example.pe,https://otro.example.pe',
      SECURITY_CONTACT: 'mailto:seguridad@example.pe, https://example.pe/avisos',
      SECURITY_EXPIRES: expires,
    });
    const answer = await request(gateway.server).get(PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text.split('\n')).toEqual([
      'Contact: mailto:seguridad@example.pe',
      'Contact: https://example.pe/avisos',
      `Expires: ${expires.replace('Z', '.000Z')}`,
      'Preferred-Languages: es, en',
      'Canonical: https://despacho.example.pe/.well-known/security.txt',
      'Canonical: https://otro.example.pe/.well-known/security.txt',
      '',
    ]);
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
  });

  it('is also served below the base path, which may be all that a proxy forwards', async () => {
    gateway = await startGateway({
      BASE_PATH: '/despacho',
      PUBLIC_ORIGIN: 'https://example.pe',
      SECURITY_CONTACT: 'mailto:s@example.pe',
      SECURITY_EXPIRES: inDays(2),
    });
    const [root, below] = [
      await request(gateway.server).get(PATH),
      await request(gateway.server).get(`/despacho${PATH}`),
    ];
    expect([root.status, below.status, below.text]).toEqual([200, 200, root.text]);
    expect(below.text).toContain(
      `Canonical: https://example.pe${PATH}\nCanonical: https://example.pe/despacho${PATH}\n`,
    );
  });

  it('is not served after its expiry', async () => {
    gateway = await startGateway({ SECURITY_CONTACT: 'mailto:s@example.pe', SECURITY_EXPIRES: inDays(2) });
    expect((await request(gateway.server).get(PATH)).status).toBe(200);
    gateway.advance(3 * DAY_MS);
    const answer = await request(gateway.server).get(PATH);
    expect(answer.status).toBe(404);
    expect(kindOf(answer)).toBe('not-found');
  });

  it('is not served without a contact, whatever the browser accepts', async () => {
    gateway = await startGateway();
    const answer = await request(gateway.server).get(PATH).set('accept', 'text/html');
    expect(answer.status).toBe(404);
    expect(kindOf(answer)).toBe('not-found');
  });
});
