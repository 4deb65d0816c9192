import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { holdLocks, setPower, WAYS } from '#test/a-browser.ts';
import {
  aDraft,
  aPhoto,
  aProblem,
  openTab,
  openTabBeforeEach,
  service,
  shown,
  states,
  tab,
} from '#test/a-field-tab.ts';

openTabBeforeEach();

it('opens without a signal, with the stored route', async () => {
  service.hasSignal = false;
  await openTab();
  expect(shown().phone).toMatchObject({ name: 'connected', session: { courier: 'Ana Torres' } });
  expect(states()).toEqual(['en_ruta', 'en_ruta']);
  await vi.waitFor(() => {
    expect(shown().route.online).toBe(false);
  });
});

it('reports that the disk is full, and opens once there is room', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new Error('Internal error opening backing store for indexedDB.open.');
  });
  await openTab();
  expect(shown().phone).toMatchObject({ name: 'failed', text: expect.stringContaining('no tiene espacio') as unknown });
  await tab.openPhone();
  expect(shown().phone.name).toBe('connected');
});

it('G41: erases the day when the office ends the session, and sends the queue for the same courier only', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], [aPhoto()]);
  service.connected = undefined;
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(shown()).toMatchObject({ phone: { name: 'ended' }, route: { route: null, stops: [] } });
  });
  expect(shown().queue).toMatchObject({ items: [], others: 1 });

  await tab.connectPhone('secret', '0008');
  expect(shown().queue).toMatchObject({ items: [], others: 1 });
  await tab.sendNow();
  expect(service.received).toEqual([]);

  await tab.connectPhone('secret', '0007');
  await vi.waitFor(() => {
    expect(shown().queue).toMatchObject({ items: [], others: 0 });
  });
  expect(service.received).toEqual(['7 visits', '7 photos']);
});

it('G41: erases the day at signing out, and keeps what was not sent', async () => {
  service.answerVisit = () => aProblem('unavailable', 503);
  await tab.closeVisits([aDraft('1')], []);
  await tab.leave();
  expect(shown()).toMatchObject({ phone: { name: 'left' }, route: { route: null }, queue: { others: 1 } });
  await openTab();
  expect(shown()).toMatchObject({ phone: { name: 'disconnected' }, queue: { items: [], others: 1 } });
});

it.each(WAYS)('connects a phone whose browser, asked to keep its data, %s', async (way) => {
  service.connected = undefined;
  await openTab();
  setPower('storage', way, 'persist');
  await tab.connectPhone('secret', '0007');
  expect(shown()).toMatchObject({ phone: { name: 'connected' }, route: { online: true } });
});

it.each(['refuses', 'lacks'] as const)('connects a phone whose browser, asked for a lock, %s', async (way) => {
  setPower('locks', way, 'request');
  await tab.connectPhone('secret', '0008');
  expect(shown()).toMatchObject({ phone: { name: 'connected', session: { courierId: '8' } } });
});

it('leaves the link unused if another tab does not stop sending', async () => {
  service.connected = undefined;
  await openTab();
  const losePatience = holdLocks();
  const connecting = expect(tab.connectPhone('secret', '0007')).rejects.toMatchObject({
    kind: 'busy',
    detail: expect.stringContaining('Cierre las otras pestañas') as unknown,
  });
  losePatience();
  await connecting;
  expect(service.connected).toBeUndefined();
});

it('connects a phone whose browser has no channels', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  await openTab();
  await tab.connectPhone('secret', '0008');
  expect(shown()).toMatchObject({ phone: { name: 'connected', session: { courierId: '8' } } });
});
