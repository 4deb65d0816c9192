import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { WayLink } from './WayLink.tsx';

it('asks for the navigation app once, remembers it for all stops, and lets it be changed', () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  const other = aStop({ id: '2', place: { ...aStop().place, lat: -12.5, lng: -77.123_456_789 } });
  const { rerender } = render(<WayLink stop={aStop()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Cómo llegar' }));
  fireEvent.click(screen.getByRole('link', { name: 'Waze' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(<WayLink stop={other} />);
  const way = () => screen.getByRole('link', { name: /^Ir con/ });
  expect([way().getAttribute('href'), way().getAttribute('aria-label')]).toEqual([
    'https://waze.com/ul?ll=-12.5,-77.123457&navigate=yes',
    'Ir con Waze',
  ]);
  expect(localStorage.getItem('despacho.reparto.camino')).toBe('waze');
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar la aplicación' }));
  fireEvent.click(screen.getByRole('link', { name: 'Otra aplicación' }));
  expect(way().getAttribute('href')).toBe('geo:-12.5,-77.123457?q=-12.5,-77.123457');
});
