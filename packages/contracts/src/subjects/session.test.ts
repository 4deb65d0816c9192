import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentials, ownSession, sessionOperations, sessionView } from './session.ts';

const typed = { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho' };

const view = {
  id: '1',
  username: 'ana.torres',
  user: 'Ana Torres',
  isNamed: true,
  charge: 'S',
  sucursal: 'LIMA',
  officeId: { id: 'LIMA' },
  permissionsList: [{ module: 'D01' }],
  idleEndsAt: '2026-11-21T10:00:00.000Z',
  endsAt: '2026-11-21T20:00:00.000Z',
};

describe('credentials', () => {
  it('S6: requires all three, with one clear message per field', () => {
    const { error } = credentials.safeParse({ sucursal: ' ', username: '', password: '' });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['sucursal', 'Escriba su sucursal'],
      ['username', 'Escriba su usuario'],
      ['password', 'Escriba su contraseña'],
    ]);
  });

  it('trims names but not the password', () => {
    const parsed = credentials.parse({ sucursal: ' LIMA ', username: ' ana ', password: ' x ' });
    expect(parsed).toEqual({ sucursal: 'LIMA', username: 'ana', password: ' x ' });
  });

  it('accepts any characters in a password', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' }), (password) => {
        if (password.length <= 256) expect(credentials.parse({ ...typed, password }).password).toBe(password);
      }),
    );
  });

  it('limits lengths and rejects other fields', () => {
    expect(credentials.safeParse({ ...typed, password: 'x'.repeat(257) }).success).toBe(false);
    expect(credentials.safeParse({ ...typed, sucursal: 'x'.repeat(65) }).success).toBe(false);
    expect(credentials.safeParse({ ...typed, remember: true }).success).toBe(false);
  });
});

describe('sessionView', () => {
  it('accepts a complete response', () => {
    expect(sessionView.parse(view)).toEqual(view);
    expect(sessionView.parse({ ...view, id: null }).id).toBeNull();
  });

  it.each(['token', 'remember_token', 'ruc', 'password'])('S44 C3: rejects %s', (name) => {
    expect(sessionView.safeParse({ ...view, [name]: 'x' }).success).toBe(false);
    expect(sessionView.safeParse({ ...view, officeId: { id: 'LIMA', [name]: 'x' } }).success).toBe(false);
  });
});

describe('ownSession', () => {
  const own = {
    id: '0123456789abcdef0123456789abcdef',
    current: true,
    device: 'Chrome en Windows',
    place: 'Red interna',
    address: '192.168.7.21',
    startedAt: '2026-11-21T10:00:00.000Z',
    usedAt: '2026-11-21T10:30:00.000Z',
    endsAt: '2026-11-21T22:00:00.000Z',
  };

  it('G7: accepts a complete session', () => {
    expect(ownSession.parse(own)).toEqual(own);
  });

  it.each(['key', 'cookie', 'userAgent', 'csrfSecret', 'sealed', 'person', 'token'])('G7: rejects %s', (name) => {
    expect(ownSession.safeParse({ ...own, [name]: 'x' }).success).toBe(false);
    expect(sessionOperations['sessions.list'].response.safeParse({ sessions: [own], [name]: 'x' }).success).toBe(false);
  });

  it.each(['startedAt', 'usedAt', 'endsAt'])('G7: %s is an instant', (name) => {
    expect(ownSession.safeParse({ ...own, [name]: '21/11/2026 10:00' }).success).toBe(false);
  });
});
