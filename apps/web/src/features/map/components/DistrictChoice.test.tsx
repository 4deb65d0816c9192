import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { DistrictChoice } from './DistrictChoice.tsx';

const labels = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

it('finds districts of the whole country by name and abbreviation', async () => {
  const onChange = vi.fn();
  const { user } = renderInApp(
    <DistrictChoice value={undefined} present={['150122']} near="1501" onChange={onChange} />,
  );
  const choice = screen.getByRole('combobox', { name: 'Distrito' });
  expect(choice.textContent).toBe('Distrito:Todos');
  await user.click(choice);
  const offered = await labels();
  expect(offered[0]).toBe('Todos');
  expect(offered).toEqual(expect.arrayContaining(['Miraflores', 'Callao']));
  expect(offered).not.toContain('Miraflores (Arequipa)');

  await user.type(screen.getByRole('combobox', { name: 'Buscar distrito' }), 'mirafl');
  expect(await labels()).toEqual(['Miraflores', 'Miraflores (Arequipa)']);
  await user.clear(screen.getByRole('combobox', { name: 'Buscar distrito' }));
  await user.type(screen.getByRole('combobox', { name: 'Buscar distrito' }), 'sjl');
  await user.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('150132');
});

it('shows the chosen district, and returns to all', async () => {
  const onChange = vi.fn();
  const { user } = renderInApp(<DistrictChoice value="040110" present={[]} near="1501" onChange={onChange} />);
  const choice = screen.getByRole('combobox', { name: 'Distrito' });
  expect(choice.textContent).toBe('Distrito:Miraflores (Arequipa)');
  await user.click(choice);
  expect(await screen.findByRole('option', { name: 'Miraflores (Arequipa)', selected: true })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: 'Todos' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
});

it('lists districts with orders first, wherever they are', async () => {
  const { user } = renderInApp(
    <DistrictChoice value={undefined} present={['040110']} near="1501" onChange={vi.fn()} />,
  );
  await user.click(screen.getByRole('combobox', { name: 'Distrito' }));
  expect(await labels()).toContain('Miraflores (Arequipa)');
  await user.type(screen.getByRole('combobox', { name: 'Buscar distrito' }), 'mirafl');
  expect(await labels()).toEqual(['Miraflores (Arequipa)', 'Miraflores']);
});
