import { configOperations, officeOperations } from '@despacho/contracts';
import { type FirstDay, firstDayOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { FirstDayBar } from './FirstDayBar.tsx';

const READ = firstDayOperations['firstDay.read'];

let gateway: ReturnType<typeof fakeGateway>;
let day: FirstDay;
let directory: boolean;
let closed: boolean;

beforeEach(() => {
  localStorage.clear();
  gateway = fakeGateway();
  day = { done: ['office', 'people'], skipped: false };
  directory = true;
  closed = false;
  markIn(aView());
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(officeOperations['offices.list'], () => [
    { id: 'LIMA', name: 'Lima Centro', timeZone: 'America/Lima', ...(closed && { closed: true }) },
  ]);
  gateway.on(READ, () => day);
});

it('links to the next step, and lists all steps with the completed ones', async () => {
  const { user } = renderInApp(<FirstDayBar />);
  expect(await screen.findByText('Primer día de Lima Centro: 2 de 7')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Registre a sus clientes' })[0]?.getAttribute('href')).toBe('/clients');
  await user.click(screen.getByText('Todos los pasos'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.includes('(hecho)'))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('is hidden for the office, and stays hidden', async () => {
  gateway.on(firstDayOperations['firstDay.skip'], () => (day = { ...day, skipped: true }));
  const { user } = renderInApp(<FirstDayBar />);
  await user.click(await screen.findByRole('button', { name: 'Ocultar la guía' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primer día' })).toBeNull());
  expect(gateway.sentTo(firstDayOperations['firstDay.skip']).map(({ body }) => body)).toEqual([{ skipped: true }]);
});

it('omits a step permanently, and shows the next one', async () => {
  const first = renderInApp(<FirstDayBar />);
  await first.user.click(await screen.findByRole('button', { name: 'Omitir este paso' }));
  const [next] = screen.getAllByRole('link', { name: 'Registre a sus repartidores' });
  expect(next?.getAttribute('href')).toBe('/assing?repartidores=1');
  expect(within(screen.getByRole('paragraph')).queryByRole('link', { name: 'Registre a sus clientes' })).toBeNull();
  first.unmount();
  const { user } = renderInApp(<FirstDayBar />);
  expect(await screen.findByText('Primer día de Lima Centro: 2 de 7')).toBeDefined();
  expect(within(screen.getByRole('paragraph')).getByRole('link').textContent).toBe('Registre a sus repartidores');
  // It can still be done from the list.
  await user.click(screen.getByText('Todos los pasos'));
  expect(screen.getByText(/\(omitido\)/).textContent).toContain('Registre a sus clientes');
});

it('reads the steps again as soon as something is saved', async () => {
  const { client } = renderInApp(<FirstDayBar />);
  await screen.findByText('Primer día de Lima Centro: 2 de 7');
  day = { done: ['office', 'people', 'clients'], skipped: false };
  await client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.resolve('saved') })
    .execute(undefined);
  expect(await screen.findByText('Primer día de Lima Centro: 3 de 7')).toBeDefined();
});

it('ends with the first delivery, even without a step, and sends no further request', async () => {
  day = { done: ['couriers', 'order', 'phone', 'delivery'], skipped: false };
  const first = renderInApp(<FirstDayBar />);
  await waitFor(() => expect(gateway.sentTo(READ)).not.toHaveLength(0));
  await waitFor(() => expect(localStorage.getItem('despacho.first-day.LIMA')).toBe('1'));
  expect(screen.queryByRole('region')).toBeNull();
  first.unmount();
  const asked = gateway.sentTo(READ).length;
  renderInApp(<FirstDayBar />);
  await waitFor(() => expect(gateway.sentTo(officeOperations['offices.list'])).toHaveLength(2));
  expect(gateway.sentTo(READ)).toHaveLength(asked);
});

it.each([
  ['where another system keeps people', () => (directory = false)],
  ['of a closed office', () => (closed = true)],
])('sends no request %s', async (_, prepare) => {
  prepare();
  renderInApp(<FirstDayBar />);
  await waitFor(() => expect(gateway.sentTo(officeOperations['offices.list'])).toHaveLength(1));
  expect(gateway.sentTo(READ)).toEqual([]);
});
