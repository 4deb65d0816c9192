import { describe, expect, it } from 'vitest';
import { rebased } from '#shared/fields/form-changes.ts';
import { anOrder } from '#test/an-order.ts';
import {
  changedInput,
  emptyOrderForm,
  fieldText,
  includesChanges,
  orderForm,
  readOrderForm,
  sendersLike,
  serverErrors,
  touchedFields,
  type OrderForm,
  withSender,
} from './order-form.ts';

const filled: OrderForm = {
  ...emptyOrderForm('2026-11-20'),
  clientName: 'Boticas Aurora',
  recipientName: 'Elena Rojas',
  recipientPhone: '987 654 321',
  address: 'Av. Larco 345',
  ubigeo: '150122',
};

describe('order form', () => {
  it('converts soles and kilograms to céntimos and grams', () => {
    const { input } = readOrderForm({ ...filled, collect: '1,234.5', weight: '1.5', packages: '2' });
    expect(input).toMatchObject({ collectDue: 123450, weightGrams: 1500, packages: 2, window: null, guide: null });
  });

  it.each(['45.505', 'gratis', '-3', '0', '1,23', '0.00'])('rejects «%s» as an amount to collect', (collect) => {
    expect(readOrderForm({ ...filled, collect }).errors).toEqual({
      collect: 'Escriba el monto en soles, como 45.50, o deje vacío',
    });
  });

  it('returns a message for each invalid field only', () => {
    const { errors } = readOrderForm({
      ...filled,
      recipientName: ' ',
      recipientPhone: 'fijo',
      ubigeo: '',
      from: '11:00',
      to: '09:00',
      packages: '',
    });
    expect(Object.keys(errors).sort()).toEqual(['packages', 'recipientName', 'recipientPhone', 'to', 'ubigeo']);
  });

  it('rejects a time window without an end', () => {
    expect(Object.keys(readOrderForm({ ...filled, from: '09:00' }).errors)).toEqual(['to']);
  });

  it('rejects a code outside the delivery districts', () => {
    expect(readOrderForm({ ...filled, ubigeo: '999999' }).errors).toEqual({
      ubigeo: 'Seleccione el distrito de la lista',
    });
  });

  it('round-trips an order', () => {
    const order = anOrder({ collect: { due: 123450, payments: [], difference: null }, weightGrams: 12_540 });
    const form = orderForm(order);
    const { input } = readOrderForm(form);
    expect(input).toMatchObject({
      collectDue: 123450,
      weightGrams: 12_540,
      window: order.window,
      place: { point: null, ubigeo: order.place.ubigeo },
    });
    expect(changedInput(form, input ?? ({} as never))).toEqual({});
  });

  it('sends only changed fields', () => {
    const base = orderForm(anOrder());
    const { input } = readOrderForm({ ...base, note: 'Tocar fuerte', from: '', to: '' });
    expect(changedInput(base, input ?? ({} as never))).toEqual({ note: 'Tocar fuerte', window: null });
  });

  it("renaming the sender removes the client's id and phone", () => {
    const client = { id: '7', name: 'Boticas Aurora', phone: '987 000 111' };
    const base = orderForm(anOrder({ client }));
    const sent = (form: OrderForm) => readOrderForm(form).input?.client;
    expect(sent(base)).toEqual(client);
    // Names are compared without accents and case.
    expect(sent(withSender(base, 'bóticas AURORA '))?.id).toBe('7');
    const other = withSender(base, 'Otra empresa S.A.C.');
    expect(sent(other)).toEqual({ id: null, name: 'Otra empresa S.A.C.', phone: null });
    expect(sent(withSender(other, 'Boticas Aurora'))).toEqual(client);
    // A manually entered phone is kept.
    const typed = { ...base, clientPhone: '999 888 777' };
    expect(sent(withSender(typed, 'Otra empresa'))).toEqual({ id: null, name: 'Otra empresa', phone: '999 888 777' });
    const nobody = orderForm(anOrder({ client: { ...client, id: null } }));
    expect(sent(withSender(nobody, 'Otra empresa'))?.phone).toBe('987 000 111');
    // Also when applied on top of another user's change.
    const theirs = orderForm(anOrder({ client, note: 'Tocar fuerte' }));
    expect(sent(rebased(base, other, theirs))).toMatchObject({ id: null, name: 'Otra empresa S.A.C.' });
  });

  it('suggests clients whose name contains the input, without duplicates', () => {
    const senders = ['Bodega Ñandú', 'Óptica Visión', 'Óptica Lima', 'Óptica Lima'].map((name, at) => ({
      id: `${at}`,
      name,
    }));
    expect(sendersLike('optica', senders)).toEqual(['Óptica Visión', 'Óptica Lima']);
    expect(sendersLike('vis ópt', senders)).toEqual(['Óptica Visión']);
    expect(sendersLike(' ', senders)).toEqual([]);
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, name: `Bodega ${at}` }));
    expect(sendersLike('bodega', many)).toHaveLength(12);
  });

  it('shows service errors at the matching field', () => {
    const message = 'Ese cliente ya tiene la orden D0000360 con esa referencia';
    expect(serverErrors([{ field: 'clientReference', message }])).toEqual({ clientReference: message });
    expect(serverErrors([{ field: 'client', message }])).toEqual({ clientName: message });
    expect(serverErrors([{ field: 'place.reference', message }])).toEqual({ reference: message });
    expect(serverErrors([{ field: 'headers.x', message }])).toEqual({});
    expect(serverErrors(undefined)).toEqual({});
  });

  it('keeps the values that this user changed, and takes the others from the other user', () => {
    const base = orderForm(anOrder());
    const mine = { ...base, note: 'mía', address: 'Jr. Puno 1' };
    const theirs = { ...base, address: 'Jr. Cusco 2', recipientName: 'Otra persona' };
    expect(touchedFields(base, mine)).toEqual(['address', 'note']);
    expect(rebased(base, mine, theirs)).toMatchObject({
      address: 'Jr. Puno 1',
      note: 'mía',
      recipientName: 'Otra persona',
    });
  });

  it('shows a date as people write it', () => {
    expect(fieldText(orderForm(anOrder()), 'date')).toBe('20 nov 2026');
    expect(fieldText(emptyOrderForm(''), 'date')).toBe('—');
  });

  it('detects equal values in a different notation', () => {
    const base = orderForm(anOrder());
    const mine = { ...base, note: 'mía', collect: '45' };
    expect(includesChanges({ ...base, note: 'mía', collect: '45.00', address: 'Jr. Cusco 2' }, base, mine)).toBe(true);
    expect(includesChanges({ ...base, note: 'mía' }, base, mine)).toBe(false);
  });
});
