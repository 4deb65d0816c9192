import { describe, expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';
import { type SessionRecord } from './record.ts';

const anonymous: SessionRecord = { csrfSecret: 's', createdAt: 0, usedAt: 0 };
const person = {
  id: null,
  username: 'a',
  user: 'A',
  charge: 'S',
  sucursal: 'X',
  officeId: 'X',
  modules: [],
  takenAt: 0,
};
const signedIn: SessionRecord = { ...anonymous, person, sealed: 'x' };

describe('createMemoryStore', () => {
  it('forgets a session when its time is over', async () => {
    let now = 0;
    const store = createMemoryStore({ now: () => now });
    await store.create('k', signedIn, 1000);
    now = 999;
    expect(await store.get('k')).toEqual(signedIn);
    now = 1000;
    expect(await store.get('k')).toBeUndefined();
    await store.close();
  });

  it('does not bring a destroyed session back', async () => {
    const store = createMemoryStore();
    await store.create('k', signedIn, 1000);
    await store.delete('k');
    await store.replace('k', signedIn, 1000);
    expect(await store.get('k')).toBeUndefined();
    await store.close();
  });

  it('is bounded, the least recently used go first, and a flood of anonymous ones signs nobody out', async () => {
    const store = createMemoryStore({ maxSignedIn: 2, maxAnonymous: 3 });
    await store.create('first', signedIn, 1000);
    await store.create('second', signedIn, 1000);
    for (let index = 0; index < 100; index += 1) await store.create(`anonymous-${index}`, anonymous, 1000);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('anonymous-96')).toBeUndefined();
    expect(await store.get('anonymous-97')).toBeDefined();
    await store.replace('first', signedIn, 1000);
    await store.create('third', signedIn, 1000);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('second')).toBeUndefined();
    await store.close();
  });
});
