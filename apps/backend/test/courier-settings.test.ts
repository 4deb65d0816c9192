import {
  DEFAULT_FAR,
  DEFAULT_MESSAGE,
  DEFAULT_SILENCE,
  type FieldRoute,
  type SettingsEdit,
  standardRules,
} from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Worker } from './dispatch-world.ts';
import { usePhones } from './use-phones.ts';

const START = {
  version: 1,
  delivered: ['entrega'],
  failed: [],
  phone: null,
  message: null,
  attention: standardRules(),
  cashLimit: null,
  expenseLimit: 3000,
  surplusLimit: 10_000,
  far: DEFAULT_FAR,
  silence: DEFAULT_SILENCE,
  arrivalRadius: 100,
  startingPoint: null,
  objective: 'fewest-late',
  doorMinutes: 5,
  routeEnd: 'free',
  company: 'Norte S.A.C.',
  changed: null,
};

describe('settings for the phones of couriers', () => {
  const desk = usePhones();
  const { dispatch } = desk;

  const edit = (version: number, changes: SettingsEdit['changes'], as: Worker = 'chief') =>
    dispatch.call('settings.edit', { as, office: 'N1', body: { version, changes } });
  const logged = async () =>
    (
      await desk.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'settings.changed')
        .orderBy('position')
        .execute()
    ).map(({ data }) => data);

  it('have defaults until somebody changes them, and one event for each change', async () => {
    expect(await dispatch.ok('settings.read', {})).toEqual(START);
    const changes = { delivered: ['entrega', 'firma'], failed: ['fachada'], phone: '01 444 5566' } as const;
    const by = { username: 'chief', user: 'Doña chief' };
    const at = '2026-11-20T15:00:00.000Z';
    const after = { ...START, ...changes, version: 2, changed: { at, by } };
    expect(
      (await edit(1, { ...changes, delivered: [...changes.delivered], failed: [...changes.failed] })).body,
    ).toEqual(after);
    expect(await dispatch.ok('settings.read', {})).toEqual(after);
    expect(await logged()).toEqual([
      {
        type: 'settings.changed',
        at,
        officeId: 'N1',
        actor: by,
        version: 2,
        before: { delivered: ['entrega'], failed: [], phone: null },
        after: changes,
      },
    ]);
  });

  it('reach the phone with its next route', async () => {
    const phone = await desk.phoneOf(await dispatch.createCourier());
    const shown = async () => {
      const { office, requires } = (await phone.call('field.route')).body as FieldRoute;
      return { office, requires };
    };
    expect(await shown()).toEqual({
      office: { phone: null, whatsapp: DEFAULT_MESSAGE.replace('{empresa}', 'Norte S.A.C.') },
      requires: { delivered: ['entrega'], failed: [] },
    });
    await edit(1, {
      delivered: [],
      failed: ['incidencia'],
      phone: '014445566',
      message: ' Voy con\n{codigo} de {cliente} ',
    });
    expect(await shown()).toEqual({
      office: { phone: '014445566', whatsapp: 'Voy con {codigo} de {cliente}' },
      requires: { delivered: [], failed: ['incidencia'] },
    });
  });

  it('of routes are kept by an earlier release that writes others, and are in the history', async () => {
    const startingPoint = { address: 'Av. Argentina 2833', lat: -12.05, lng: -77.08 };
    const changes = { startingPoint, objective: 'even-loads', doorMinutes: 0, routeEnd: 'start' } as const;
    expect((await edit(1, changes)).body).toMatchObject({ version: 2, ...changes });
    // The same point again is no change.
    expect((await edit(2, { startingPoint })).body).toMatchObject({ version: 2 });
    await desk.db
      .updateTable('offices')
      .set({ phone: '014445566', settings_version: 3 })
      .where('id', '=', 'N1')
      .execute();
    expect(await dispatch.ok('settings.read', {})).toMatchObject({ version: 3, phone: '014445566', ...changes });
    await edit(3, { startingPoint: null });
    expect(await dispatch.ok('settings.read', {})).toMatchObject({ ...changes, startingPoint: null });
    const history = await dispatch.ok('offices.history', { as: 'chief', query: { officeId: 'N1' } });
    expect(history.map(({ before, after }) => [before, after])).toEqual([
      [{ startingPoint }, { startingPoint: null }],
      [{ startingPoint: null, objective: 'fewest-late', doorMinutes: 5, routeEnd: 'free' }, changes],
    ]);
  });

  it('are changed once by a repeated request', async () => {
    for (let times = 0; times < 2; times += 1)
      expect(await edit(1, { message: 'Hola' })).toMatchObject({ status: 200, body: { version: 2, message: 'Hola' } });
    expect(await logged()).toHaveLength(1);
  });

  it('are not overwritten by somebody who saw an older version', async () => {
    await edit(1, { phone: '014445566' });
    expect(await edit(1, { phone: '015556677' })).toMatchObject({
      status: 409,
      body: { changed: { by: { username: 'chief' }, what: 'editados' } },
    });
    expect(await dispatch.ok('settings.read', {})).toMatchObject({ version: 2, phone: '014445566' });
  });

  it.each<[string, object]>([
    ['an unknown word', { message: 'Hola {nombre}' }],
    ['a brace left open', { message: 'Hola {destinatario' }],
    ['a message that is too long', { message: 'x'.repeat(501) }],
    ['an empty message', { message: ' ' }],
    ['a telephone without figures', { phone: 'central' }],
    ['a photo twice', { delivered: ['firma', 'firma'] }],
    ['a signature of a failed visit', { failed: ['firma'] }],
    ['an unknown photo', { failed: ['selfie'] }],
    ['an unknown field', { name: 'Lima' }],
    ['an unknown kind', { attention: { aburrida: { on: true } } }],
    ['a threshold above its maximum', { attention: { tarde: { on: true, limit: 1441 } } }],
    ['a kind without its threshold', { attention: { tarde: { on: true } } }],
    ['an alert nearer than its warning', { far: { warn: 200, alert: 100 } }],
    ['a distance out of bounds', { far: { warn: 5, alert: 100 } }],
    ['a starting point without a place', { startingPoint: { address: 'Av. Argentina 2833' } }],
    ['a place off the globe', { startingPoint: { address: 'Av. Argentina 2833', lat: -91, lng: 0 } }],
    ['an unknown objective', { objective: 'fewest-couriers' }],
    ['more than an hour at the door', { doorMinutes: 61 }],
    ['part of a minute at the door', { doorMinutes: 0.5 }],
    ['another end of routes', { routeEnd: 'home' }],
  ])('reject %s', async (_, changes) => {
    expect((await edit(1, changes)).status).toBe(400);
    expect(await dispatch.ok('settings.read', {})).toEqual(START);
  });

  it('omit photos that the phone does not offer, which the command could once require', async () => {
    await desk.db
      .updateTable('offices')
      .set({ photo_requirements: JSON.stringify({ delivered: ['firma', 'incidencia'], failed: ['firma', 'fachada'] }) })
      .where('id', '=', 'N1')
      .execute();
    expect(await dispatch.ok('settings.read', {})).toEqual({ ...START, delivered: ['firma'], failed: ['fachada'] });
  });

  it('change one kind of «Por atender» and keep the others', async () => {
    expect((await edit(1, { attention: { tarde: { on: true, limit: 10 } } })).body).toMatchObject({ version: 2 });
    await edit(2, { attention: { sin_lugar: { on: false } } });
    expect((await dispatch.ok('settings.read')).attention).toEqual({
      ...standardRules(),
      tarde: { on: true, limit: 10 },
      sin_lugar: { on: false },
    });
  });

  it('belong to one office', async () => {
    await edit(1, { phone: '014445566' });
    expect(await dispatch.ok('settings.read', { as: 'neighbour' })).toEqual(START);
  });
});
