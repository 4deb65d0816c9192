import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '../state/session-store.ts';
import { OrderStep, PhoneStep } from './NextStep.tsx';

const STEPS = (
  <>
    <OrderStep />
    <PhoneStep />
  </>
);

it('links to a step for users who may take it', () => {
  markIn(aView({ permissionsList: [{ module: 'U01' }] }));
  renderInApp(STEPS);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Crear una orden')).toBe('/assing?nueva=1');
  expect(hrefOf('Conectar un teléfono')).toBe('/assing?repartidores=1');
});

it('shows other users whom to ask', () => {
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'D01' }] }));
  renderInApp(STEPS);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Las órdenes las crea quien tiene «Asig. Orden(B)».')).toBeDefined();
  expect(screen.getByText('Los teléfonos los conecta quien tiene «Asig. Orden(B)».')).toBeDefined();
});
