import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { aDraft, aProblem, openTabBeforeEach, queued, service, shown, states, tab } from '#test/a-field-tab.ts';
import { aSession } from '#test/a-route.ts';
import { openPhoneDb } from './database.ts';
import { exclusively } from './drain.ts';
import { queueOf } from './queue.ts';

openTabBeforeEach();

it('shows why a visit was refused, and sends the others', async () => {
  service.answerVisit = () => aProblem('unprocessable', 422, 'Esa orden no es suya.');
  await tab.closeVisits([aDraft('1')], []);
  await vi.waitFor(() => {
    expect(shown().queue.items).toMatchObject([{ code: 'LIM-1', state: 'failed', problem: 'Esa orden no es suya.' }]);
  });
  expect(states()).toEqual(['en_ruta', 'en_ruta']);
  service.answerVisit = () => Response.json({ result: 'applied' });
  await tab.closeVisits([aDraft('2')], []);
  await vi.waitFor(() => {
    expect(service.received).toEqual(['7 visits']);
  });
  const [failed] = shown().queue.items;
  await tab.discard(failed?.id ?? '');
  expect(queued()).toEqual([]);
});

it('does not send the queue of one courier with the session of another', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], []);
  // Another tab was connected to somebody else; this one has not noticed.
  service.connected = aSession({ courierId: '8' });
  service.hasSignal = true;
  await tab.sendNow();
  await vi.waitFor(() => {
    expect(shown().queue.others).toBe(1);
  });
  expect(service.received).toEqual([]);
});

it('does not repeat what another tab sends meanwhile', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], []);
  await tab.sendNow();
  service.hasSignal = true;
  const database = await openPhoneDb();
  const queue = queueOf(database);
  const other = exclusively(async () => {
    for (const { seq } of await queue.rows()) await queue.update(seq, { state: 'sent', sentAt: Date.now() });
  });
  await Promise.all([other, tab.sendNow()]);
  database.close();
  expect(service.received).toEqual([]);
});

it('requests Background Sync from the worker of the page, whatever its base address', async () => {
  service.hasSignal = false;
  const register = vi.fn(() => Promise.resolve());
  const getRegistration = (address: string) =>
    Promise.resolve(address === location.href ? { sync: { register } } : undefined);
  Object.assign(navigator, { serviceWorker: { getRegistration } });
  await tab.closeVisits([aDraft('1')], []);
  await vi.waitFor(() => {
    expect(register).toHaveBeenCalledExactlyOnceWith('send');
  });
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
