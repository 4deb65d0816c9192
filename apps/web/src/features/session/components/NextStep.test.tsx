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

it('leads those who may take a step to where it is taken', () => {
  markIn(aView({ permissionsList: [{ module: 'U01' }] }));
  renderInApp(STEPS);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Crear una orden')).toBe('/assing?nueva=1');
  expect(hrefOf('Conectar un teléfono')).toBe('/assing?repartidores=1');
});

it('names whom the others may ask', () => {
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'D01' }] }));
  renderInApp(STEPS);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Las órdenes las crea quien tiene «Asig. Orden(B)».')).toBeDefined();
  expect(screen.getByText('Los teléfonos los conecta quien tiene «Asig. Orden(B)».')).toBeDefined();
});
