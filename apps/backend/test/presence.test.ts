import { type PresenceReport } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Worker, workerClaims } from './dispatch-world.ts';
import { type Block, type EventReader } from './event-reader.ts';
import { useStream } from './use-stream.ts';

describe('«Ana está asignando esta orden»', () => {
  const stream = useStream();
  const { dispatch } = stream;
  const open = (who: Worker) => stream.open(workerClaims(who));
  const isPresence = ({ data = '{}' }: Block): boolean =>
    (JSON.parse(data) as { type?: string }).type === 'presence.told';
  const report = (as: Worker, orders: string[], office?: string) =>
    dispatch.call('presence.tell', {
      as,
      ...(office !== undefined && { office }),
      body: { doing: 'asignando', orders },
    });

  it('reaches others in the office without an id, and is not stored', async () => {
    const luis = await open('luis');
    const chief = await open('chief');
    const silent = await Promise.all(
      (['ana', 'clerk', 'blindchief', 'neighbour', 'stranger'] as const).map((who) => open(who)),
    );
    const before = await stream.db.selectFrom('offices').select('event_position').where('id', '=', 'N1').execute();
    expect((await report('ana', ['7', '8'])).body).toEqual({ seconds: 20 });
    for (const reader of [luis, chief]) {
      await reader.until(() => reader.blocks.some(isPresence));
      const [block] = reader.blocks.filter(isPresence);
      expect(block?.id).toBeUndefined();
      expect(JSON.parse(block?.data ?? '') as PresenceReport).toEqual({
        type: 'presence.told',
        officeId: 'N1',
        actor: { username: 'ana', user: 'Doña ana' },
        doing: 'asignando',
        orders: ['7', '8'],
        seconds: 20,
      });
    }
    // A later event visible to the whole office: by then a report about Ana would have arrived too.
    await dispatch.createOrder();
    await silent[0]?.until(
      () => silent[0]?.data.some((each) => (each as { type: string }).type === 'order.changed') ?? false,
    );
    for (const reader of silent.slice(1, 3))
      await reader.until(() => reader.cursor.endsWith('.1') || reader.cursor.includes('.1.'));
    for (const reader of silent) expect(reader.blocks.filter(isPresence)).toEqual([]);
    expect(await stream.db.selectFrom('offices').select('event_position').where('id', '=', 'N1').execute()).toEqual(
      before.map(({ event_position: at }) => ({ event_position: at + 1 })),
    );
  });

  it('is sent to streams of that office opened while it is valid', async () => {
    await report('ana', ['7']);
    await report('chief', ['9'], 'N2');
    const luis = await open('luis');
    await luis.until(() => luis.blocks.some(isPresence));
    const neighbour = await open('neighbour');
    await neighbour.until(() => neighbour.blocks.some(isPresence));
    const received = (reader: EventReader) =>
      reader.blocks.filter(isPresence).map(({ data = '' }) => (JSON.parse(data) as PresenceReport).orders);
    expect([received(luis), received(neighbour)]).toEqual([[['7']], [['9']]]);
  });

  it('is accepted only from people with access to the office', async () => {
    const luis = await open('luis');
    for (const [as, status] of [
      ['clerk', 403],
      ['blindchief', 403],
      ['neighbour', 404],
      ['stranger', 404],
    ] as const)
      // prettier-ignore
      expect((await report(as, ['7'], 'N1')).status).toBe(status);
    expect((await dispatch.call('presence.tell', { rawBody: { doing: 'durmiendo', orders: [] } })).status).toBe(400);
    expect((await report('chief', ['8'])).status).toBe(200);
    await luis.until(() => luis.blocks.some(isPresence));
    expect(luis.blocks.filter(isPresence)).toHaveLength(1);
  });
});
