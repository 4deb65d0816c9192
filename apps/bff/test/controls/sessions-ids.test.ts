import { describe, expect, it } from 'vitest';
import { newSessionId, publicHandle, sessionKey } from '#session/session-id.ts';
import { inMemory } from '../support/in-store.ts';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway } from '../support/gateway.ts';

const ID = /^[A-Za-z0-9_-]{43}$/;

describe('G3: session ids', () => {
  it('G3: have 256 random bits and never repeat', () => {
    const ids = Array.from({ length: 2000 }, newSessionId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.every((id) => ID.test(id) && Buffer.from(id, 'base64url').length === 32)).toBe(true);
    // Each bit is set about half of the time; a counter, a clock or a short seed would show.
    const bytes = ids.map((id) => Buffer.from(id, 'base64url'));
    for (let bit = 0; bit < 256; bit += 1) {
      const set = bytes.filter((buffer) => ((buffer[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      expect(set).toBeGreaterThan(800);
      expect(set).toBeLessThan(1200);
    }
  });
});

inMemory('G3 G4: whose id is whose', {}, ({ gateway }) => {
  const signedIn = async (name: keyof Gateway['legacy']['users'] = 'ana') => {
    const browser = new Browser(gateway());
    expect((await browser.signIn(gateway().legacy.users[name])).status).toBe(200);
    return browser;
  };

  it('G3: an id the server did not issue is never adopted', async () => {
    const ana = await signedIn();
    const own = ana.cookies.get('despacho') ?? '';
    const invented = [
      'A'.repeat(43),
      newSessionId(),
      sessionKey(own),
      publicHandle(sessionKey(own)),
      own.slice(0, 42),
      `${own}A`,
      own.toLowerCase(),
      `${own}%00`,
      '',
      '../despacho',
      '*',
      'anonymous',
      'signed-in',
      'constructor',
    ];
    for (const id of invented) {
      const stranger = new Browser(gateway());
      stranger.cookies.set('despacho', id);
      expect((await stranger.get('/api/storage')).status).toBe(401);
      expect(kindOf(await stranger.get('/api/auth/session'))).toBe('no-session');
      const issued = stranger.cookies.get('despacho') ?? '';
      expect(issued).toMatch(ID);
      expect(issued).not.toBe(id);
    }
    // The control: an issued id works.
    expect((await ana.get('/api/storage')).status).toBe(200);
  });

  it('G3: a cookie set before the login does not become the session', async () => {
    const attacker = new Browser(gateway());
    await attacker.get('/api/auth/session');
    const victim = attacker.copy();
    expect((await victim.signIn(gateway().legacy.users.ana)).status).toBe(200);
    expect((await victim.get('/api/storage')).status).toBe(200);
    expect((await attacker.get('/api/storage')).status).toBe(401);
  });

  it('G4: login and logout replace the id and the csrf secret; the old ones are rejected', async () => {
    const browser = new Browser(gateway());
    await browser.get('/api/auth/session');
    const anonymous = browser.copy();
    await browser.signIn(gateway().legacy.users.gloria);
    const signed = browser.copy();
    const save = (who: Browser, headers: Record<string, string> = {}) =>
      who.post('/api/permission/4', { permissionsList: [] }, headers);

    expect(signed.cookies.get('despacho')).not.toBe(anonymous.cookies.get('despacho'));
    expect(kindOf(await anonymous.signIn(gateway().legacy.users.gloria))).toBe('wrong-csrf-token');
    expect(kindOf(await save(signed, { 'x-xsrf-token': anonymous.csrfToken }))).toBe('wrong-csrf-token');
    expect((await save(signed)).status).toBe(200);
    expect(gateway().legacy.hitsOf('/api/permission/4')).toHaveLength(1);

    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    for (const dead of [signed.copy(), anonymous.copy()]) {
      expect((await dead.get('/api/users')).status).toBe(401);
      expect((await save(dead)).status).toBe(401);
    }
    await browser.get('/api/auth/session');
    expect(browser.cookies.get('despacho')).not.toBe(signed.cookies.get('despacho'));
    await browser.signIn(gateway().legacy.users.gloria);
    expect(kindOf(await save(browser, { 'x-xsrf-token': signed.csrfToken }))).toBe('wrong-csrf-token');
    expect((await save(browser)).status).toBe(200);
    expect(gateway().legacy.hitsOf('/api/permission/4')).toHaveLength(2);
  });

  it('G4: a second login in the same browser ends the first session', async () => {
    const browser = await signedIn('ana');
    const before = browser.copy();
    await browser.signIn(gateway().legacy.users.rosa);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ username: 'rosa' });
    expect((await before.get('/api/storage')).status).toBe(401);
    expect(gateway().logLines()).toContainEqual(
      expect.objectContaining({ event: 'session.ended', reason: 'replaced' }) as unknown,
    );
  });
});
