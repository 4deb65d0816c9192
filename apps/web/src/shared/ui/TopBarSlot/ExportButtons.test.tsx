import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { ExportButtons } from './ExportButtons.tsx';

it.each([
  ['Excel', 'xlsx'],
  ['CSV', 'csv'],
])('«%s» starts a download as %s', async (name, format) => {
  const onExport = vi.fn();
  const { user } = renderInApp(<ExportButtons onExport={onExport} />);
  await user.click(screen.getByRole('button', { name }));
  expect(onExport).toHaveBeenCalledExactlyOnceWith(format);
});
