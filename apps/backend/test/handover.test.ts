import { randomUUID } from 'node:crypto';
import { handoverOperations } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { acknowledgeNote, forgetShiftNotes, readHandover, writeShiftNote } from '#insight/handover/handover.ts';
import { dispatcherOf, type Worker } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { useLoads } from './use-loads.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('«Relevo»', () => {
  const desk = useLoads();
  const { dispatch, assign } = desk;
  const read = async (as: Worker = 'ana') =>
    handoverOperations['handover.read'].response.parse(await readHandover(desk.services, dispatcherOf(as)));
  const write = (text: string, as: Worker = 'ana', key = randomUUID()) =>
    writeShiftNote(desk.services, dispatcherOf(as), key, text);

  it('lists the open orders up to today of each courier, with what was promised', async () => {
    const make = (to: string, date = '2026-11-20') => dispatch.createOrder({ date, window: { from: '08:00', to } });
    const [first, second, third] = [await make('09:30'), await make('12:00'), await make('14:00')];
    await make('10:30');
    await make('12:00', '2026-11-21');
    const delivered = await make('12:00');
    await assign([first, second, third, delivered], desk.sara);
    await dispatch.close([delivered.id], { to: 'entregada' });
    expect((await read()).loads).toEqual([
      { courier: null, open: 1, late: 0, next: '2026-11-20T15:30:00.000Z' },
      { courier: { id: desk.sara, name: 'Sara Núñez' }, open: 3, late: 1, next: '2026-11-20T17:00:00.000Z' },
    ]);
  });

  it('has the notes of the last shifts, with who has read each', async () => {
    const note = await write('Falta recoger la llave');
    expect(note).toMatchObject({ by: { user: 'Doña ana' }, mayRead: false, reads: [] });
    expect((await read('luis')).notes).toMatchObject([{ id: note.id, mayRead: true }]);
    desk.clock.move(2 * MINUTE);
    const id = Number(note.id);
    const done = await acknowledgeNote(desk.services, dispatcherOf('luis'), id);
    expect(await acknowledgeNote(desk.services, dispatcherOf('luis'), id)).toEqual(done);
    await acknowledgeNote(desk.services, dispatcherOf('ana'), id);
    expect((await read()).notes).toMatchObject([
      {
        text: 'Falta recoger la llave',
        reads: [{ by: { user: 'Doña luis' }, at: new Date(NOW.getTime() + 2 * MINUTE).toISOString() }],
      },
    ]);
  });

  it('keeps a note once for a repeated request, at most 20 a day, and 90 days', async () => {
    const key = randomUUID();
    const first = await write('Uno', 'ana', key);
    expect(await write('Uno', 'ana', key)).toEqual(first);
    for (let count = 1; count < 20; count += 1) await write(`Nota ${count}`);
    await expect(write('Una más')).rejects.toMatchObject({ kind: 'conflict' });
    desk.clock.move(DAY);
    await write('Mañana');
    await forgetShiftNotes(desk.db, new Date(NOW.getTime() + 90 * DAY + MINUTE));
    expect((await read()).notes.map(({ text }) => text)).toEqual(['Mañana']);
  });

  it('belongs to one office', async () => {
    const note = await write('De N1');
    expect((await read('neighbour')).notes).toEqual([]);
    await expect(acknowledgeNote(desk.services, dispatcherOf('neighbour'), Number(note.id))).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});
