import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePaperTitle, useTitle } from './use-title.ts';

function Section({ record, window, paper }: { record?: string; window?: string; paper?: string }) {
  // A window may be there before its screen.
  useTitle('window', window);
  useTitle('record', record);
  usePaperTitle(paper);
  useTitle('section', 'Clientes');
  return null;
}

it('titles the document from the window to the section, each part once', () => {
  const { rerender, unmount } = render(<Section record="Bodega Kuélap" window="Historia" />);
  expect(document.title).toBe('Historia · Bodega Kuélap · Clientes · Despacho');
  rerender(<Section record="Clientes" />);
  expect(document.title).toBe('Clientes · Despacho');
  unmount();
});

it('uses the title of a printed document while it is shown', () => {
  const { rerender, unmount } = render(<Section paper="Constancia de entrega D-7" />);
  rerender(<Section record="D-7" paper="Constancia de entrega D-7" />);
  expect(document.title).toBe('Constancia de entrega D-7');
  rerender(<Section record="D-7" />);
  expect(document.title).toBe('D-7 · Clientes · Despacho');
  unmount();
});

it('keeps the title of a page without a section', () => {
  function Window() {
    useTitle('window', 'Historia');
    return null;
  }
  document.title = 'Ingresar · Despacho';
  render(<Window />).unmount();
  expect(document.title).toBe('Ingresar · Despacho');
});
