import { districtOperations, type Order, orderOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrderWindowContext } from '../state/use-orders-state.ts';
import { OrderEditor } from './OrderEditor.tsx';

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(districtOperations['districts.list'], () => ({ version: '0123456789ab', near: '1501', provinces: null }));
});

function openEditor(order: Order | null = null) {
  const onSaved = vi.fn<(saved: Order) => void>();
  const orderWindow = { window: null, open: vi.fn(), close: vi.fn(), leave: vi.fn(), guard: vi.fn() };
  const shown = renderInApp(
    <OrderWindowContext value={orderWindow}>
      <OrderEditor officeId="LIMA" order={order} today="2026-11-20" onCancel={vi.fn()} onSaved={onSaved} />
    </OrderWindowContext>,
  );
  return { ...shown, onSaved };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
const isInvalid = (label: string): boolean => field(label).getAttribute('aria-invalid') === 'true';
/** The texts that describe a field to screen readers. */
const description = (label: string): string =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Pastes a text, where typing is not under test. */
const write = (label: string, value: string): void => {
  fireEvent.change(field(label), { target: { value } });
};

/** Fills all required fields of a new order. */
async function fill(user: ReturnType<typeof openEditor>['user']) {
  write('Destinatario', 'Elena Rojas');
  write('Dirección', 'Jr. Puno 123');
  await user.click(field('Distrito'));
  await user.paste('jesus mar');
  await user.click(screen.getByRole('option', { name: 'Jesús María Lima' }));
  write('Cliente', 'Boticas Aurora');
}

describe('a new order', () => {
  it('shows invalid fields, focuses the first and keeps the input', async () => {
    const { user } = openEditor();
    write('Destinatario', 'Elena Rojas');
    write('Cobro contra entrega (S/)', 'gratis');
    await user.click(screen.getByRole('button', { name: 'Crear orden' }));
    expect(document.activeElement).toBe(field('Dirección'));
    expect(description('Dirección')).toContain('Escriba la dirección, hasta 240 caracteres');
    expect(description('Cobro contra entrega (S/)')).toContain('monto en soles');
    expect(field('Destinatario').value).toBe('Elena Rojas');
    expect(gateway.sentTo(orderOperations['orders.create'])).toEqual([]);
  });

  it('clears an error once its field is valid and keeps the others', async () => {
    const { user } = openEditor();
    await user.click(screen.getByRole('button', { name: 'Crear orden' }));
    await user.type(field('Dirección'), 'Jr 1');
    expect(isInvalid('Dirección')).toBe(false);
    expect(document.activeElement).toBe(field('Dirección'));
    expect(isInvalid('Distrito')).toBe(true);
  });

  it('sends an order once on a double click and another submission', async () => {
    const answer = Promise.withResolvers<Order>();
    gateway.on(orderOperations['orders.create'], () => answer.promise);
    const { user, onSaved } = openEditor();
    await fill(user);
    expect(field('Distrito').value).toBe('Jesús María, Lima');
    write('Cobro contra entrega (S/)', '1,234.50');
    await user.dblClick(screen.getByRole('button', { name: 'Crear orden' }));
    fireEvent.submit(screen.getByRole('form', { name: 'Datos de la orden' }));
    answer.resolve(anOrder({ code: 'D-100' }));
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    const [sent, ...others] = gateway.sentTo(orderOperations['orders.create']);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({
      query: { officeId: 'LIMA' },
      body: { place: { address: 'Jr. Puno 123', ubigeo: '150113', point: null }, collectDue: 123_450 },
    });
  });

  it('accepts a date and times as people write them', async () => {
    gateway.on(orderOperations['orders.create'], () => anOrder());
    const { user, onSaved } = openEditor();
    await fill(user);
    expect(field('Fecha').value).toBe('20/11/2026');
    await user.clear(field('Fecha'));
    await user.type(field('Fecha'), '2/1');
    await user.type(field('Desde'), '9');
    await user.type(field('Hasta'), '3 pm{Enter}');
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(gateway.sentTo(orderOperations['orders.create'])[0]?.body).toMatchObject({
      date: '2027-01-02',
      window: { from: '09:00', to: '15:00' },
    });
  });

  it('shows a service error once, at its field', async () => {
    gateway.on(orderOperations['orders.create'], () =>
      problem('conflict', { errors: [{ field: 'clientReference', message: 'Ese cliente ya tiene la orden D-7' }] }),
    );
    const { user } = openEditor();
    await fill(user);
    write('Referencia del cliente', 'F-1');
    await user.click(screen.getByRole('button', { name: 'Crear orden' }));
    await waitFor(() => {
      expect(document.activeElement).toBe(field('Referencia del cliente'));
    });
    expect(description('Referencia del cliente')).toBe('Ese cliente ya tiene la orden D-7');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('selects a district by keyboard and closes the list with Escape', async () => {
    const { user } = openEditor();
    await user.type(field('Distrito'), 'mira');
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    await user.type(field('Distrito'), 'miraflores{Enter}');
    expect(field('Distrito').value).toBe('Miraflores, Lima');
  });

  it.each([
    ['La Perla', 'La Perla, Callao'],
    ['S.J.L.', 'San Juan de Lurigancho, Lima'],
    ['Miraflores', 'Miraflores, Lima'],
    ['Miraflores, Arequipa', 'Miraflores, Arequipa'],
  ])('accepts «%s» as the district %s', async (typed, name) => {
    const { user } = openEditor();
    await user.click(field('Distrito'));
    await user.paste(typed);
    await user.tab();
    expect(field('Distrito').value).toBe(name);
  });

  it('shows the province of districts with the same name, the office’s own first', async () => {
    const { user } = openEditor();
    await user.type(field('Distrito'), 'miraflores');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Miraflores Lima',
      'Miraflores Arequipa',
    ]);
  });

  it('accepts a fully typed district and restores its name after clearing', async () => {
    const { user } = openEditor();
    await user.type(field('Distrito'), 'jesus maria');
    await user.tab();
    expect(field('Distrito').value).toBe('Jesús María, Lima');
    await user.clear(field('Distrito'));
    await user.tab();
    expect(field('Distrito').value).toBe('Jesús María, Lima');
  });
});

describe('the client of an order', () => {
  const senders = ['Boticas Aurora', 'Boticas del Norte', 'Ferretería Sur'].map((name, index) => ({
    id: String(index),
    name,
  }));

  it('suggests client names ignoring accents, and selects one by keyboard', async () => {
    gateway.on(orderOperations['orders.clients'], () => senders);
    const { user } = openEditor();
    await user.type(field('Cliente'), 'botícas');
    const names = await screen.findAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Boticas Aurora', 'Boticas del Norte']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(field('Cliente').value).toBe('Boticas del Norte');
    expect(gateway.sentTo(orderOperations['orders.create'])).toEqual([]);
  });

  it('takes the only match on Enter, and submits on the next Enter', async () => {
    gateway.on(orderOperations['orders.clients'], () => senders);
    gateway.on(orderOperations['orders.create'], () => anOrder());
    const { user, onSaved } = openEditor();
    await fill(user);
    await user.clear(field('Cliente'));
    await user.type(field('Cliente'), 'fer');
    await screen.findByRole('option', { name: 'Ferretería Sur' });
    await user.tab();
    await user.click(field('Cliente'));
    await user.keyboard('{Enter}');
    expect(field('Cliente').value).toBe('Ferretería Sur');
    expect(screen.queryByRole('option')).toBeNull();
    expect(gateway.sentTo(orderOperations['orders.create'])).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(gateway.sentTo(orderOperations['orders.create'])[0]?.body).toMatchObject({
      client: { name: 'Ferretería Sur' },
    });
  });

  it('says that no client has the name before Enter submits it', async () => {
    gateway.on(orderOperations['orders.clients'], () => senders);
    gateway.on(orderOperations['orders.create'], () => anOrder());
    const { user } = openEditor();
    await fill(user);
    await user.clear(field('Cliente'));
    await user.paste('boticas');
    await screen.findAllByRole('option');
    expect(description('Cliente')).toBe('Nombre, código o RUC; si no es cliente, escriba el nombre');
    await user.keyboard('{Enter}');
    expect(description('Cliente')).toContain('«boticas» no es el nombre de un cliente conocido.');
    expect(description('Cliente')).toContain('si no es cliente, escriba el nombre');
    expect(field('Cliente').value).toBe('boticas');
    expect(gateway.sentTo(orderOperations['orders.create'])).toEqual([]);
    await user.type(field('Cliente'), ' x');
    expect(description('Cliente')).not.toContain('conocido');
    await user.keyboard('{Enter}');
    expect(gateway.sentTo(orderOperations['orders.create'])).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(gateway.sentTo(orderOperations['orders.create'])[0]?.body).toMatchObject({
        client: { name: 'boticas x' },
      });
    });
  });

  it('keeps a name that no client has', async () => {
    gateway.on(orderOperations['orders.clients'], () => senders);
    const { user } = openEditor();
    await user.type(field('Cliente'), 'Otra empresa');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('button', { name: 'Crear orden' })).toBeTruthy();
    await user.tab();
    expect(field('Cliente').value).toBe('Otra empresa');
    expect(description('Cliente')).toContain('«Otra empresa» no es el nombre de un cliente conocido.');
  });
});

describe('an order that another user changed', () => {
  const base = anOrder({ note: 'vieja' });
  const theirs = anOrder({ version: 2, note: 'la otra', packages: 3 });

  async function meetConflict() {
    gateway.on(orderOperations['orders.edit'], ({ body }) =>
      (body as { version: number }).version === 1 ? problem('conflict') : { ...theirs, version: 3, note: 'la mía' },
    );
    gateway.on(orderOperations['orders.read'], () => ({
      order: theirs,
      courierNote: null,
      notes: [],
      shares: [],
      timeline: [],
    }));
    const shown = openEditor(base);
    write('Nota', 'la mía');
    await shown.user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    return { ...shown, sides: await screen.findByRole('alert', { name: 'Otra persona cambió la orden' }) };
  }

  it('shows both versions side by side and focuses them', async () => {
    const { sides } = await meetConflict();
    expect(document.activeElement).toBe(sides);
    expect(within(sides).getByRole('row', { name: 'Nota la mía la otra' })).toBeTruthy();
    expect(within(sides).getByRole('row', { name: 'Bultos 1 3' })).toBeTruthy();
  });

  it("keeps the other user's changes when saving on top of them", async () => {
    const { user, sides, onSaved } = await meetConflict();
    await user.click(within(sides).getByRole('button', { name: 'Guardar mi versión' }));
    await waitFor(() => {
      expect(onSaved).toHaveBeenCalledOnce();
    });
    expect(gateway.sentTo(orderOperations['orders.edit']).at(-1)?.body).toEqual({
      version: 2,
      changes: { note: 'la mía' },
    });
  });
});
