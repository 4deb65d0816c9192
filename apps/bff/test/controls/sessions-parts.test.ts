import { createClient } from 'redis';
import { expect, it } from 'vitest';
import { type Person } from '#session/record.ts';
import { inMemory, inRedis } from '../support/in-store.ts';

const MINUTE = 60_000;
const person: Person = {
  id: '1',
  username: 'ana',
  user: 'Ana',
  charge: 'before',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: [],
  takenAt: 0,
};
const secrets = { loginToken: 'token', bearer: 'token', branch: 'LIMA', taxId: null };
const from = (device: string) => ({ device, address: '127.0.0.1' });

inMemory('G5 G7: requests of one session that write at once', {}, ({ gateway }) => {
  async function start() {
    gateway().stopClock();
    const { sessions, now } = gateway().services;
    const made = { person, secrets, csrfSecret: 's', seenFrom: from('login'), by: 'password' } as const;
    const { id, session } = await sessions.createSignedIn(made);
    // Two requests read the session before either writes.
    return { id, sessions, now, touching: { ...session }, learning: { ...session } };
  }

  it.each(['the use first', 'the person first', 'both at once'])(
    'G5: keeps both a use recorded by one request and a user updated by another, %s',
    async (order) => {
      const { id, sessions, now, touching, learning } = await start();
      gateway().advance(20 * MINUTE);
      const touch = () => sessions.touch(touching, () => from('later'));
      const learn = () => sessions.update(learning, { ...person, charge: 'after' }, { ...secrets, bearer: 'another' });
      if (order === 'both at once') await Promise.all([touch(), learn()]);
      else for (const write of order === 'the use first' ? [touch, learn] : [learn, touch]) await write();

      const session = await sessions.open(id);
      expect(session?.record).toMatchObject({ usedAt: now(), seenFrom: from('later'), person: { charge: 'after' } });
      // As long as the use requires, not counted from when the session was read.
      gateway().advance(30 * MINUTE - 1);
      await sessions.endExpired();
      expect(await sessions.open(id)).toBeDefined();
      gateway().advance(1);
      await sessions.endExpired();
      expect(await sessions.open(id)).toBeUndefined();
    },
  );

  it('G5: an update of the user does not extend the session', async () => {
    const { id, sessions, learning } = await start();
    gateway().advance(29 * MINUTE);
    await sessions.update(learning, { ...person, charge: 'after' }, secrets);
    expect((await sessions.open(id))?.record).toMatchObject({ person: { charge: 'after' } });
    gateway().advance(MINUTE);
    expect(await sessions.open(id)).toBeUndefined();
  });
});

inRedis('G5 G7: how long Redis keeps a session', {}, (context) => {
  it('G5: expires by its latest use, whatever is written later', async () => {
    const gateway = context.gateway();
    gateway.stopClock();
    const { sessions, now } = gateway.services;
    const made = { person, secrets, csrfSecret: 's', seenFrom: from('login'), by: 'password' } as const;
    const { id, session } = await sessions.createSignedIn(made);
    const client = createClient({ url: context.redis?.url ?? '' });
    await client.connect();
    const name = `despacho:3:session:${session.key}`;
    const scores = async () => [
      await client.zScore('despacho:3:signed-in', session.key),
      await client.zScore(`despacho:3:person:${sessions.owners.of(person)[0] ?? ''}`, session.key),
    ];
    gateway.advance(10 * MINUTE);
    const late = { ...session };
    const usedAt = now();
    await sessions.touch({ ...session }, () => from('used'));
    const listed = [usedAt + 30 * MINUTE, usedAt];
    expect(await scores()).toEqual(listed);
    // Would reveal a write that resets the expiry.
    await client.pExpire(name, 25 * MINUTE);
    await sessions.update(late, { ...person, charge: 'after' }, secrets);
    gateway.advance(-5 * MINUTE);
    await sessions.touch(late, () => from('late'));
    gateway.advance(5 * MINUTE);
    expect(await client.pTTL(name)).toBeLessThanOrEqual(25 * MINUTE);
    expect(await scores()).toEqual(listed);
    await client.close();
    expect((await sessions.open(id))?.record).toMatchObject({ usedAt, seenFrom: from('used') });
  });
});
