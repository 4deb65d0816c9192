import { type CollectionMeans } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOrder } from '../../../../test/an-order.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { OrderDetail } from './OrderDetail.tsx';

it.each<[CollectionMeans, string]>([
  ['efectivo', 'Cobrado S/ 40.50 en efectivo'],
  ['yape', 'Cobrado S/ 40.50 por Yape'],
  ['pos', 'Cobrado S/ 40.50 por POS'],
])('shows a payment by %s', (means, text) => {
  renderInApp(
    <OrderDetail
      order={anOrder({ collect: { due: 4050, collected: 4050, means } })}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T12:00:00Z')}
    />,
  );
  expect(screen.getByText('Cobro').nextElementSibling?.textContent).toBe(text);
});
