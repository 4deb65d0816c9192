import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MAX_PRINTED, printedRows, useIsPrinted, useLoadToPrint } from '#shared/state/printing.ts';
import { PrintedRows } from '#shared/ui/SkippedRows/PrintedRows.tsx';
import { followPrinting } from './follow-printing.ts';

const PAGE = 100;

function List({ total }: { total: number }) {
  const [count, setCount] = useState(PAGE);
  const hasMore = count < total;
  useLoadToPrint({ count, hasMore, isFetching: false, error: null, loadMore: () => setCount(count + PAGE) });
  const rows = useIsPrinted() ? printedRows({ count }).length : 20;
  return (
    <>
      <output>{rows}</output>
      <PrintedRows count={count} hasMore={hasMore} />
    </>
  );
}

const rowsShown = () => document.querySelector('output')?.textContent ?? '';
const press = () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });

it.each([
  [80, 80, true],
  [300, 300, false],
  [900, MAX_PRINTED, false],
])('prints the first rows of a list of %i, which Ctrl+P loads', async (total, printed, isLeftToBrowser) => {
  const shown: string[] = [];
  const print = vi.fn(() => {
    dispatchEvent(new Event('beforeprint'));
    shown.push(rowsShown());
  });
  vi.stubGlobal('print', print);
  const stop = followPrinting();
  render(<List total={Math.max(total, PAGE)} />);
  expect(press()).toBe(isLeftToBrowser);
  if (isLeftToBrowser) act(() => void dispatchEvent(new Event('beforeprint')));
  else await vi.waitFor(() => expect(shown).toEqual([String(printed)]));
  const note = screen.queryByText(/«Exportar»/)?.textContent;
  expect(note).toBe(
    total > MAX_PRINTED ? 'Se imprimen las primeras 500 filas; la lista entera se descarga con «Exportar».' : undefined,
  );
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(rowsShown()).toBe('20');
  stop();
});
