import { type OrderSort } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { GridHeader } from './GridHeader.tsx';

function Header({ onSort }: { onSort: (sort: OrderSort) => void }) {
  const [sort, setSort] = useState<OrderSort>('codigo');
  return (
    <div role="grid">
      <GridHeader
        columns={['codigo', 'cliente', 'destinatario']}
        isCard={false}
        sort={sort}
        onSort={(next) => {
          onSort(next);
          setSort(next);
        }}
        chosen="none"
        count="3 órdenes"
        isBusy={false}
        onAll={vi.fn()}
      />
    </div>
  );
}

const direction = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');

it('sorts by click and by keyboard, and announces the direction', async () => {
  const onSort = vi.fn<(sort: OrderSort) => void>();
  const { user } = renderInApp(<Header onSort={onSort} />);
  expect(direction('Orden')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Destinatario' }));
  expect(onSort).toHaveBeenLastCalledWith('destinatario');
  expect([direction('Destinatario'), direction('Orden')]).toEqual(['ascending', 'none']);
  await user.click(screen.getByRole('button', { name: 'Destinatario' }));
  expect(onSort).toHaveBeenLastCalledWith('-destinatario');
  expect(direction('Destinatario')).toBe('descending');

  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Orden' }));
  await user.keyboard('{Enter}');
  expect(onSort).toHaveBeenLastCalledWith('codigo');
  await user.keyboard(' ');
  expect(onSort).toHaveBeenLastCalledWith('-codigo');
  expect(direction('Orden')).toBe('descending');
});
