import { screen, within } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '../../../test/a-view.ts';
import { fakeGateway } from '../../../test/fake-gateway.ts';
import { renderInApp } from '../../../test/render.tsx';
import { SECTIONS } from '../../shared/sections.ts';
import { markIn } from '../session/state/session-store.ts';
import { Component as Shell } from './Shell.tsx';

beforeEach(() => {
  fakeGateway();
});

function openShell(modules: readonly string[], path = '/sesiones') {
  markIn(aView({ permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(<Shell />, { path });
}

const links = () => within(screen.getByRole('navigation', { name: 'Secciones' })).getAllByRole('link');

it.each([
  [
    ['D01', 'M01', 'U01'],
    ['Dashboard', 'Mapa', 'Asig. Orden(B)', 'Salir'],
  ],
  [
    ['T02', '000'],
    ['Imagenes', 'Clientes', 'Salir'],
  ],
  // One of several modules is enough; unknown codes change nothing.
  [
    ['X99', 'D06', 'G01', 'salir'],
    ['Dashboard', 'Permiso Usuario', 'Salir'],
  ],
])('S22 S23: the modules %j give the menu entries %j', (modules, titles) => {
  openShell(modules);
  expect(links().map(({ textContent }) => textContent)).toEqual(titles);
  for (const link of links()) expect(link.querySelector('svg')).not.toBeNull();
});

it('S24: the first path segment titles the top bar and the document', async () => {
  const { router } = openShell(SECTIONS.flatMap(({ access }) => access));
  const titles = [...SECTIONS.map(({ path, title }) => [path, title]), ['/clients/17', 'Clientes']] as const;
  for (const [path, title] of titles) {
    await act(() => router.navigate(path));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(document.title).toBe(`${title} · Despacho`);
  }
});
