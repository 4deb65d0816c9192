import 'fake-indexeddb/auto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aDraft, aPhoto, openTab, openTabBeforeEach, queued, service, shown, states, tab } from '#test/a-field-tab.ts';
import { aRoute, aStop } from '#test/a-route.ts';
import { openPhoneDb } from './database.ts';

openTabBeforeEach();

it('keeps a closing made without a signal when the tab is killed, and sends it with its photo later', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], [aPhoto()]);
  await openTab();
  expect(states()).toEqual(['entregada', 'en_ruta']);
  expect(queued()).toEqual(['visit LIM-1 waiting', 'photo LIM-1 waiting']);
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(queued()).toEqual([]);
  });
  expect(service.received).toEqual(['7 visits', '7 photos']);
});

it('corrects a visit that the service does not have yet, in order', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], []);
  const own = shown().route.stops[0]?.own;
  await tab.correctVisit(own?.id ?? '', { ...aDraft('1'), to: 'no_entregada', reason: 'ausente' }, []);
  expect(states()).toEqual(['no_entregada', 'en_ruta']);
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(service.received).toEqual(['7 visits', '7 visits']);
  });
});

it('keeps an order of the stops made without a signal when the tab is killed, and sends it once', async () => {
  const ids = () => shown().route.stops.map(({ id }) => id);
  service.hasSignal = false;
  await tab.reorderStops(['1', '2'], ['2', '1']);
  await openTab();
  expect([ids(), shown().route.ownOrder]).toEqual([
    ['2', '1'],
    ['2', '1'],
  ]);
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(queued()).toEqual([]);
  });
  expect(service.received).toEqual(['7 stops']);
  // The office reorders the stops afterwards.
  service.route = aRoute(['2', '3', '1'].map((id) => aStop({ id })));
  await tab.refreshRoute();
  expect([ids(), shown().route.ownOrder]).toEqual([
    ['2', '3', '1'],
    ['2', '1'],
  ]);
  service.route = aRoute(['1', '3', '2'].map((id) => aStop({ id })));
  await tab.refreshRoute();
  expect([ids(), shown().route.ownOrder]).toEqual([['1', '3', '2'], null]);
});

it('keeps where doors are without a signal when the tab is killed, and sends each before its closing', async () => {
  const coords = { latitude: -12.119, longitude: -77.028, accuracy: 9 };
  const report = (done: PositionCallback) => {
    queueMicrotask(() => done({ coords } as GeolocationPosition));
    return 1;
  };
  Object.assign(navigator, {
    geolocation: { watchPosition: report, clearWatch: () => undefined, getCurrentPosition: report },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  service.hasSignal = false;
  const [one] = shown().route.stops;
  if (!one) throw new Error('no stop');
  expect([await tab.markDoor(one), await tab.markDoor(one)]).toEqual([undefined, undefined]);
  await tab.closeVisits([aDraft('1')], []);
  await openTab();
  const marked = () => shown().route.stops.map(({ hasDoor }) => hasDoor);
  expect([queued(), marked()]).toEqual([
    ['door LIM-1 waiting', 'door LIM-1 waiting', 'visit LIM-1 waiting'],
    [true, undefined],
  ]);
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(queued()).toEqual([]);
  });
  expect([service.received, marked()]).toEqual([
    ['7 doors', '7 doors', '7 visits'],
    [true, undefined],
  ]);
});

it('marks a note as read once, however often its stop is opened', async () => {
  service.hasSignal = false;
  await tab.readNote('5', 'LIM-1');
  await tab.readNote('5', 'LIM-1');
  expect(queued()).toEqual(['note LIM-1 waiting']);
});

it('thins the oldest positions when too many wait for a signal', async () => {
  service.hasSignal = false;
  const fix = { at: '2026-11-20T15:00:00.000Z', lat: -12.06, lng: -77.05, accuracy: 8 };
  const database = await openPhoneDb();
  const ids = async () => (await database.getAll('queue')).map(({ id }) => id);
  for (let minute = 0; minute < 120; minute++) await tab.enqueuePositions([fix]);
  const before = await ids();
  await tab.enqueuePositions([fix]);
  const left = await ids();
  database.close();
  expect(left).toHaveLength(91);
  expect(left.slice(0, 90)).toEqual(before.filter((_, index) => index >= 60 || index % 2 === 0));
});

it('counts waiting positions in minutes, not as items', async () => {
  service.hasSignal = false;
  const fix = { at: '2026-11-20T15:00:00.000Z', lat: -12.06, lng: -77.05, accuracy: 8 };
  const clock = vi.spyOn(Date, 'now');
  for (const second of [0, 20, 60, 125]) {
    clock.mockReturnValue(Date.parse(fix.at) + second * 1000);
    await tab.enqueuePositions([fix]);
  }
  clock.mockRestore();
  expect(shown().queue).toMatchObject({ items: [], minutes: 3 });
});

it('remembers parcels left behind at a start, offline and after a restart, until they are loaded', async () => {
  service.route = aRoute(['1', '2', '3'].map((id) => aStop({ id, state: 'asignada' })));
  await tab.refreshRoute();
  service.hasSignal = false;
  const behind = () => shown().route.stops.flatMap(({ id, notLoaded }) => (notLoaded ? [id] : []));
  await tab.startRoute(['2', '3']);
  expect(behind()).toEqual(['2', '3']);
  await openTab();
  expect(behind()).toEqual(['2', '3']);
  await tab.startRoute(['3']);
  expect(behind()).toEqual(['3']);
});
