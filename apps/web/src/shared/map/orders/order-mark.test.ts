import { expect, it } from 'vitest';
import { type MappedOrder, markOf } from './order-mark.ts';

const order: MappedOrder = {
  id: '7',
  code: 'LIM-7',
  state: 'asignada',
  place: { ubigeo: '150122', lat: -12.12, lng: -77.03, approximate: true },
  recipient: { name: 'Óptica Visión' },
  dueAt: '2026-11-21T15:00:00.000Z',
  courier: { id: '3', name: 'Hugo Paredes' },
};
const due = Date.parse(order.dueAt);

it('describes the recipient, the district and the courier', () => {
  expect(markOf(order, due)).toMatchObject({ approximate: true, text: 'Óptica Visión · Miraflores · Hugo Paredes' });
});

it('is within the radius reported, or within that of its kind of place if none is', () => {
  const at = (place: Partial<MappedOrder['place']>) => markOf({ ...order, place: { ...order.place, ...place } }, 0);
  expect(at({ exactness: { radius: 250 } }).radius).toBe(250);
  expect([at({}).radius, at({ approximate: false }).radius]).toEqual([500, 25]);
});

it('is late right after it was due, and only while open', () => {
  expect(markOf(order, due).late).toBe(false);
  expect(markOf(order, due + 1).late).toBe(true);
  expect(markOf({ ...order, state: 'entregada' }, due + 1).late).toBe(false);
});

it('names the code of an unknown district', () => {
  expect(markOf({ ...order, place: { ...order.place, ubigeo: '999999' } }, 0).text).toContain(' · 999999 · ');
});
