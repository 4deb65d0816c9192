import { type Payment } from '@despacho/contracts/dispatch';
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
