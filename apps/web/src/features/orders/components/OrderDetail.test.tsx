import { type Order, type Payment } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { renderInApp } from '#test/render.tsx';
import { OrderDetail } from './OrderDetail.tsx';

it.each<[Payment[], string | null, string]>([
  [[{ means: 'efectivo', amount: 4050 }], null, 'Cobrado S/ 40.50 en efectivo'],
  [[{ means: 'transferencia', amount: 4050 }], null, 'Cobrado S/ 40.50 por transferencia'],
  [
    [
      { means: 'efectivo', amount: 3000 },
      { means: 'yape', amount: 1000 },
    ],
    'Descuento acordado',
    'Cobrado S/ 40.00S/ 30.00 en efectivo y S/ 10.00 por YapeDebía cobrarse S/ 40.50: Descuento acordado',
  ],
  [[], null, 'S/ 40.50 contra entrega'],
])('shows the payments %j', (payments, difference, text) => {
  renderInApp(
    <OrderDetail
      order={anOrder({ collect: { due: 4050, payments, difference } })}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T12:00:00Z')}
    />,
  );
  expect(screen.getByText('Cobro').nextElementSibling?.textContent).toBe(text);
});

/** Fields of an order that this part of the panel does not show. */
const ELSEWHERE = {
  changed: 'the timeline',
  code: 'the title',
  createdAt: 'the timeline',
  evidence: 'the photos',
  sequence: 'the list of the courier',
  version: 'nothing: it is sent with an edit',
} satisfies Partial<Record<keyof Order, string>>;

it('shows every field of an order', () => {
  const read = new Set<string>();
  const order = anOrder({ reason: 'ausente', closedAt: '2026-11-20T12:00:00.000Z', visitDay: '2026-11-20' });
  const recording = new Proxy(order, {
    get: (all, name) => {
      read.add(String(name));
      return all[name as keyof Order];
    },
  });
  renderInApp(
    <OrderDetail
      order={recording}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T12:00:00Z')}
    />,
  );
  const unread = Object.keys(order).filter((field) => !read.has(field));
  expect(unread.toSorted()).toEqual(Object.keys(ELSEWHERE));
});

it.each([
  ['puerta', 'visitas', 25, 'Puerta, a menos de 25 m: confirmada por visitas de Pedro Rojas, Sara Díaz'],
  ['cuadra', 'interpolada', 100, 'Cuadra, a menos de 100 m: entre puertas conocidas'],
  ['puerta', 'persona', 25, 'Puerta, a menos de 25 m: marcada por una persona'],
] as const)('shows how a place is known as %s from %s, and whose visits say so', (degree, source, radius, text) => {
  const place = { ...anOrder().place, approximate: false, exactness: { degree, source, radius } };
  renderInApp(
    <OrderDetail
      order={anOrder({ place })}
      placedBy={source === 'visitas' ? ['Pedro Rojas', 'Sara Díaz'] : undefined}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T12:00:00Z')}
    />,
  );
  expect(screen.queryByText(/ m: /)?.textContent).toBe(text);
});
