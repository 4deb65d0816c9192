import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { MapFrame } from './MapFrame.tsx';

const frame = (
  <MapFrame summary="3 órdenes" list={<p>lista</p>} bar={<p>barra</p>}>
    <p>mapa</p>
  </MapFrame>
);

const width = () => Number(screen.getByRole('separator', { name: 'Ancho de la lista' }).getAttribute('aria-valuenow'));

it('remembers whether the list is open, and how wide it is', async () => {
  const { user, unmount } = renderInApp(frame);
  expect(width()).toBe(328);
  await user.tab();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('separator'));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(width()).toBe(344);
  await user.keyboard('{End}{ArrowRight}');
  expect(width()).toBe(520);
  await user.click(screen.getByRole('button', { name: 'Ocultar la lista', expanded: true }));
  expect(screen.getByText('lista').parentElement?.hidden).toBe(true);
  unmount();

  renderInApp(frame);
  await user.click(screen.getByRole('button', { name: 'Mostrar la lista', expanded: false }));
  expect(width()).toBe(520);
  fireEvent.doubleClick(screen.getByRole('separator'));
  expect(width()).toBe(328);
});

it('changes the width of the list without dragging', async () => {
  const { user } = renderInApp(frame);
  const widths: number[] = [];
  for (let press = 0; press < 4; press += 1) {
    await user.click(screen.getByRole('button', { name: 'Cambiar el ancho de la lista' }));
    widths.push(width());
  }
  expect(widths).toEqual([424, 520, 280, 328]);
});

it('has the default layout if the stored one cannot be read', () => {
  localStorage.setItem('despacho.map.side', 'open many');
  renderInApp(frame);
  expect(width()).toBe(328);
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'Home' });
  expect(width()).toBe(280);
});

it('is a sheet on a phone, which its heading opens', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(width < 48em)', onchange: null }),
  );
  const { user } = renderInApp(frame);
  expect(screen.queryByRole('separator')).toBeNull();
  await user.click(screen.getByRole('button', { name: '3 órdenes', expanded: true }));
  expect(screen.getByText('lista').parentElement?.hidden).toBe(true);
});
