import { districtOperations, placeOperations, type PlaceFound } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { emptyOrderForm, type OrderForm } from '../rules/order-form.ts';
import { OrderPlace } from './OrderPlace.tsx';

const FIND = placeOperations['places.find'];
const FORM: OrderForm = {
  ...emptyOrderForm('2026-11-20'),
  clientName: 'Boticas Aurora',
  recipientName: 'Elena Rojas',
  address: 'Jr. Puno 123',
  ubigeo: '150113',
};

function Form({ start }: { start: OrderForm }) {
  const [form, setForm] = useState(start);
  return (
    <>
      <input
        aria-label="Dirección"
        value={form.address}
        onChange={({ target }) => {
          setForm({ ...form, address: target.value });
        }}
      />
      <OrderPlace officeId="LIMA" form={form} onChange={setForm} />
      <output>{JSON.stringify(form.point)}</output>
    </>
  );
}

/** Office in Lima. */
function inLima() {
  const gateway = fakeGateway();
  gateway.on(districtOperations['districts.list'], () => ({ version: '0123456789ab', near: '1501', provinces: null }));
  gateway.on(FIND, found('district'));
}

const pointNow = () => screen.getByText(/^null$|^\{/).textContent;

it('rejects a pin outside of the country, and suggests a correction or the district', async () => {
  inLima();
  const { unmount } = renderInApp(<Form start={{ ...FORM, point: { lat: 12.08, lng: -77.05 } }} />);
  expect((await screen.findByRole('alert')).textContent).toContain('A la ubicación le falta el signo menos');
  fireEvent.click(screen.getByRole('button', { name: 'Usar -12.08, -77.05' }));
  expect(pointNow()).toBe('{"lat":-12.08,"lng":-77.05}');
  expect(screen.queryByRole('alert')).toBeNull();

  unmount();
  renderInApp(<Form start={{ ...FORM, point: { lat: 0, lng: 0 } }} />);
  expect((await screen.findByRole('alert')).textContent).toContain('La ubicación es 0, 0');
  fireEvent.click(screen.getByRole('button', { name: 'Usar el centro de Jesús María' }));
  expect(pointNow()).toBe('null');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('warns about a pin far from its district, and accepts it', async () => {
  inLima();
  renderInApp(<Form start={{ ...FORM, point: { lat: -12.275, lng: -76.87 } }} />);
  expect(await screen.findByText(/La ubicación queda a 29 km del centro de Jesús María/)).not.toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

const EXACTNESS: Record<PlaceFound['source'], PlaceFound['exactness']> = {
  used: { degree: 'puerta', source: 'persona', radius: 25 },
  address: { degree: 'calle', source: 'geocodificador', radius: 500 },
  district: { degree: 'distrito', source: 'distrito', radius: 3000 },
};
const found = (source: PlaceFound['source']) => () => ({
  lat: -12.07,
  lng: -77.04,
  source,
  exactness: EXACTNESS[source],
});

it.each([
  ['used', 'Puerta, a menos de 25 m: marcada por una persona'],
  ['address', 'Calle, a menos de 500 m: encontrada por la dirección'],
  ['district', 'Centro de Jesús María'],
] as const)('shows where a place of the source %s comes from, and sends no pin for it', async (source, text) => {
  const gateway = fakeGateway();
  gateway.on(FIND, found(source));
  renderInApp(<Form start={FORM} />);
  expect(await screen.findByText(text)).not.toBeNull();
  const [sent] = gateway.sentTo(FIND);
  expect(sent).toMatchObject({
    query: { officeId: 'LIMA' },
    body: { client: 'Boticas Aurora', recipient: 'Elena Rojas', address: 'Jr. Puno 123', ubigeo: '150113' },
  });
  expect(screen.getByRole('status').textContent).toBe('null');
});

it('looks up an address after typing stops, and shows the district meanwhile', async () => {
  const gateway = fakeGateway();
  gateway.on(FIND, found('address'));
  renderInApp(<Form start={{ ...FORM, address: '' }} />);
  for (const value of ['Jr. Puno', 'Jr. Puno 9', 'Jr. Puno 99'])
    fireEvent.change(screen.getByLabelText('Dirección'), { target: { value } });
  expect(screen.getByText('Centro de Jesús María')).not.toBeNull();
  expect(await screen.findByText('Calle, a menos de 500 m: encontrada por la dirección')).not.toBeNull();
  expect(gateway.sentTo(FIND).map(({ body }) => (body as { address: string }).address)).toEqual(['Jr. Puno 99']);
});

it('keeps a pin that was set, without another lookup', async () => {
  const gateway = fakeGateway();
  gateway.on(FIND, found('used'));
  renderInApp(<Form start={{ ...FORM, point: { lat: -12.08, lng: -77.05 } }} />);
  expect(await screen.findByText('Marcado en el mapa')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('Dirección'), { target: { value: 'Jr. Puno 124' } });
  expect(screen.getByText('Marcado en el mapa')).not.toBeNull();
  expect(gateway.sentTo(FIND)).toEqual([]);
});

it('shows the centre of the district when the search fails', async () => {
  const gateway = fakeGateway();
  gateway.on(FIND, () => problem('internal'));
  renderInApp(<Form start={FORM} />);
  await waitFor(() => {
    expect(gateway.sentTo(FIND).length).toBeGreaterThan(0);
  });
  expect(screen.getByText('Centro de Jesús María')).not.toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads a pasted place without a request, and says how to get a full link', async () => {
  inLima();
  const { user } = renderInApp(<Form start={FORM} />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Pegar ubicación' });
  await user.click(field);
  await user.paste('https://maps.app.goo.gl/AbC123dEf');
  await waitFor(() => expect(screen.getByText(/^Es un enlace corto/)).toBeTruthy());
  expect(pointNow()).toBe('null');
  await user.paste('Mi casa: https://maps.google.com/?q=-12.1211,-77.0305');
  await waitFor(() => expect(pointNow()).toBe('{"lat":-12.1211,"lng":-77.0305}'));
  expect(field.value).toBe('');
  expect(screen.queryByText(/^Es un enlace corto/)).toBeNull();
  await user.type(field, '-12.13, -77.04{Enter}');
  expect(pointNow()).toBe('{"lat":-12.13,"lng":-77.04}');
});
