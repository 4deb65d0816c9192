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
const USE = { usedAt: 0, seenFrom: { device: 'x', address: '192.0.2.1' } };
const signedIn: SessionRecord = { ...anonymous, person, sealed: 'x' };

describe('createMemoryStore', () => {
  it('G5: returns expired sessions once, and keeps the rest', async () => {
    let now = 0;
    const store = createMemoryStore({ now: () => now });
    await store.create('short', signedIn, 1000, ['ana']);
    await store.create('long', signedIn, 1001, ['ana']);
    await store.create('anonymous', anonymous, 1000);
    now = 999;
    expect(await store.takeExpired()).toEqual([]);
    now = 1000;
    expect(await store.takeExpired()).toEqual([{ key: 'short', record: signedIn }]);
    expect(await store.takeExpired()).toEqual([]);
    expect(await store.get('short')).toBeUndefined();
    expect(await store.get('anonymous')).toBeUndefined();
    expect((await store.listOf(['ana'])).map(({ key }) => key)).toEqual(['long']);
  });

  it('G6: never restores a destroyed session, and reports its end to one caller', async () => {
    const store = createMemoryStore();
    await store.create('k', signedIn, 1000, ['ana']);
    expect(await store.delete('k')).toBe(true);
    expect(await store.delete('k')).toBe(false);
    await store.touch('k', USE, 1000);
    await store.update('k', signedIn);
    expect(await store.get('k')).toBeUndefined();
    expect(await store.listOf(['ana'])).toEqual([]);
  });

  it('G7: evicts the least recently used; a flood of anonymous sessions signs nobody out', async () => {
    const store = createMemoryStore({ maxSignedIn: 2, maxAnonymous: 3 });
    await store.create('first', signedIn, 1000, ['ana']);
    await store.create('second', signedIn, 1000, ['rosa']);
    for (let index = 0; index < 100; index += 1) await store.create(`anonymous-${index}`, anonymous, 1000);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('anonymous-96')).toBeUndefined();
    expect(await store.get('anonymous-97')).toBeDefined();
    await store.update('second', signedIn);
    await store.touch('first', USE, 1000);
    expect(await store.create('third', signedIn, 1000, ['beto'])).toEqual([
      { key: 'second', record: signedIn, reason: 'full' },
    ]);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('second')).toBeUndefined();
  });

  it('G40: evicts only anonymous sessions of the same site', async () => {
    const store = createMemoryStore({ maxAnonymous: 10, maxAnonymousPerSite: 3 });
    await store.create('neighbour', anonymous, 1000, [], 'quiet');
    for (let index = 0; index < 50; index += 1) await store.create(`flood-${index}`, anonymous, 1000, [], 'loud');
    const alive = await Promise.all(['neighbour', 'flood-46', 'flood-47', 'flood-49'].map((key) => store.get(key)));
    expect(alive.map((record) => record !== undefined)).toEqual([true, false, true, true]);
    await store.delete('flood-49');
    await store.create('flood-50', anonymous, 1000, [], 'loud');
    expect(await store.get('flood-47')).toBeDefined();
  });

  it('G7: evicts a user’s own sessions first, under any of their listed names', async () => {
    const store = createMemoryStore({ maxPerPerson: 3, maxSignedIn: 4 });
    await store.create('rosa', signedIn, 1000, ['rosa']);
    const used = (usedAt: number): SessionRecord => ({ ...signedIn, usedAt });
    await store.create('old', used(2), 1000, ['older']);
    await store.create('idle', used(1), 1000, ['newer', 'older']);
    await store.create('busy', used(3), 1000, ['newer', 'older']);
    expect(await store.create('next', used(4), 1000, ['newer', 'older'])).toMatchObject([
      { key: 'idle', reason: 'too-many' },
    ]);
    expect(await store.create('again', used(5), 1000, ['newer', 'older'])).toMatchObject([
      { key: 'old', reason: 'too-many' },
    ]);
    expect((await store.listOf(['newer', 'older'])).map(({ key }) => key).sort()).toEqual(['again', 'busy', 'next']);
    expect(await store.get('rosa')).toBeDefined();
  });
});
