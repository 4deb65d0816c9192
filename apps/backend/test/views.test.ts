import { MAX_VIEWS, type ViewInput } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Worker } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

describe('views that an office shares', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;

  const input = (changes: Partial<ViewInput> = {}): ViewInput => ({
    name: 'Vencidas de Lima',
    filter: { marca: 'vencidas', no_estado: 'anulada' },
    sort: 'vence',
    ...changes,
  });
  const save = (changes: Partial<ViewInput> = {}, as: Worker = 'ana') =>
    dispatch.call('views.create', { as, body: input(changes) });
  const names = async (as: Worker = 'ana') => (await dispatch.ok('views.list', { as })).map(({ name }) => name);
  const logged = async () =>
    (
      await desk.db.selectFrom('events').select('data').where('type', '=', 'view.changed').orderBy('position').execute()
    ).map(({ data }) => (data as { what?: string }).what);

  it('omit parts of a filter that the contract no longer allows', async () => {
    await save();
    const filter = { marca: 'vencidas', desde: '0999-01-01', buscar: 'larco' };
    await desk.db
      .updateTable('views')
      .set({ filter: JSON.stringify(filter) })
      .execute();
    expect((await dispatch.ok('views.list'))[0]?.filter).toEqual({ marca: 'vencidas', buscar: 'larco' });
  });

  it('are listed with author and time to everyone of the office, and nobody else', async () => {
    const saved = await dispatch.ok('views.create', { body: input() });
    expect(saved).toEqual({
      id: saved.id,
      version: 1,
      name: 'Vencidas de Lima',
      filter: { marca: 'vencidas', no_estado: 'anulada' },
      sort: 'vence',
      by: { username: 'ana', user: 'Doña ana' },
      authorLeft: false,
      createdAt: '2026-11-20T15:00:00.000Z',
      changedAt: '2026-11-20T15:00:00.000Z',
      mayEdit: true,
    });
    expect(await dispatch.ok('views.list', {})).toEqual([saved]);
    expect(await dispatch.ok('views.list', { as: 'luis' })).toEqual([{ ...saved, mayEdit: false }]);
    expect(await dispatch.ok('views.list', { as: 'chief' })).toEqual([saved]);
    for (const as of ['neighbour', 'stranger'] as const) expect(await names(as)).toEqual([]);
    expect(await logged()).toEqual(['creada']);
  });

  it('have unique names in the office, regardless of case and accents', async () => {
    await save({ name: 'Sin asignar: Ñaña' });
    const repeated = await save({ name: '  sin ASIGNAR: nana ' }, 'luis');
    expect(repeated).toMatchObject({
      status: 409,
      body: { message: 'La oficina ya tiene la vista «Sin asignar: Ñaña», de Doña ana' },
    });
    expect((await save({ name: 'sin asignar: nana' }, 'neighbour')).status).toBe(200);
    expect(await names()).toEqual(['Sin asignar: Ñaña']);
  });

  it('are saved once if the same request arrives twice', async () => {
    const answers = [await save(), await save()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await logged()).toEqual(['creada']);
    expect((await save({ sort: null })).status).toBe(409);
    expect((await save({}, 'luis')).status).toBe(409);
  });

  it('can be edited and removed by their author, or with charge S', async () => {
    const { id } = await dispatch.ok('views.create', { body: input() });
    await save({ name: 'Otra' }, 'luis');
    const edit = (as: Worker, version: number, changes: Partial<ViewInput>) =>
      dispatch.call('views.edit', { as, id, body: { version, changes } });
    expect(await edit('luis', 1, { name: 'Mía' })).toMatchObject({
      status: 403,
      body: { message: 'Solo Doña ana o el cargo S puede cambiar esta vista' },
    });
    expect((await dispatch.call('views.remove', { as: 'luis', id, body: { version: 1 } })).status).toBe(403);
    clock.move(5000);
    expect(await edit('ana', 1, { name: 'Vencidas' })).toMatchObject({
      status: 200,
      body: {
        name: 'Vencidas',
        version: 2,
        changedAt: '2026-11-20T15:00:05.000Z',
        createdAt: '2026-11-20T15:00:00.000Z',
      },
    });
    expect(await edit('chief', 1, { name: 'x' })).toMatchObject({
      status: 409,
      body: { changed: { at: '2026-11-20T15:00:05.000Z', by: { username: 'ana' }, what: 'editada' } },
    });
    expect(await edit('chief', 2, { name: 'otra' })).toMatchObject({ status: 409 });
    expect(await edit('chief', 2, { filter: {}, sort: null })).toMatchObject({
      status: 200,
      body: { name: 'Vencidas', filter: {}, sort: null, version: 3, by: { username: 'ana' } },
    });
    expect((await dispatch.call('views.remove', { id, body: { version: 2 } })).status).toBe(409);
    expect((await dispatch.ok('views.remove', { id, body: { version: 3 } })).name).toBe('Vencidas');
    expect((await dispatch.call('views.remove', { id, body: { version: 3 } })).status).toBe(404);
    expect(await names()).toEqual(['Otra']);
    expect(await logged()).toEqual(['creada', 'creada', 'editada', 'editada', 'quitada']);
  });

  it('contain only a filter', async () => {
    for (const body of [
      { ...input(), filter: { estado: 'perdida' } },
      { ...input(), filter: { cursor: 'x' } },
      { ...input(), sort: 'version' },
      { ...input(), name: ' ' },
      { ...input(), name: 'x'.repeat(61) },
      { ...input(), officeId: 'N2' },
    ])
      expect((await dispatch.call('views.create', { rawBody: body })).status, JSON.stringify(body)).toBe(400);
    expect(await names()).toEqual([]);
  });

  it('are limited to two hundred', async () => {
    const many = Array.from({ length: MAX_VIEWS }, (_, index) => ({
      company_id: 'norte',
      office_id: 'N1',
      person: 'N1/luis',
      username: 'luis',
      user_name: 'Luis',
      name: `Vista ${String(index)}`,
      folded_name: `vista ${String(index)}`,
      filter: '{}',
      sort: null,
      created_at: clock(),
      changed_at: clock(),
    }));
    await desk.db.insertInto('views').values(many.slice(1)).execute();
    expect((await save()).status).toBe(200);
    expect(await save({ name: 'Una más' })).toMatchObject({
      status: 409,
      body: { message: 'La oficina ya tiene 200 vistas, el máximo. Quite alguna que ya no use y vuelva a intentarlo' },
    });
    expect((await save({ name: 'Una más' }, 'neighbour')).status).toBe(200);
  });
});
