import { screen } from '@testing-library/react';
import { courierOperations } from '@despacho/contracts/dispatch';
import { afterEach, expect, it, vi } from 'vitest';
import { aCourier } from '../../../test/a-courier.ts';
import { fakeGateway } from '../../../test/fake-gateway.ts';
import { renderInApp } from '../../../test/render.tsx';
import { CouriersPane } from './CouriersPane.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['Europe/Madrid', '1 en turno'],
  ['America/Lima', '0 en turno'],
])("counts couriers on shift in the office's time zone %s", async (timeZone, count) => {
  // 09:00 in Madrid, 03:00 in Lima.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z'), toFake: ['Date'] });
  fakeGateway().on(courierOperations['couriers.list'], () => [aCourier({ shift: { from: '08:00', to: '18:00' } })]);
  renderInApp(<CouriersPane officeId="LIMA" timeZone={timeZone} menuOf={() => []} stopsOf={() => null} />);
  expect(await screen.findByText(new RegExp(count))).toBeTruthy();
});
