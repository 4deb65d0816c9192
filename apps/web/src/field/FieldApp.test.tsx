import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FieldApp } from './FieldApp.tsx';
import * as phone from './offline/phone.ts';
import { setSnapshot } from './offline/store.ts';
import { EMPTY_FORM } from './rules/visit-form.ts';
import { readDraft, saveDraft } from './state/drafts.ts';

it('erases unfinished forms and names unsent visits when the connection has ended', async () => {
  vi.spyOn(phone, 'openPhone').mockResolvedValue();
  await saveDraft('1/1/entregada/', 'connection', EMPTY_FORM);
  expect(await readDraft('1/1/entregada/', 'another connection')).toBeUndefined();
  expect(await readDraft('1/1/entregada/', 'connection')).toEqual(EMPTY_FORM);
  setSnapshot({ phone: { name: 'ended' }, queue: { items: [], minutes: 0, others: 2 } });
  render(<FieldApp secret={undefined} />);
  expect(screen.getByRole('heading', { name: 'La conexión de este teléfono terminó' })).toBeDefined();
  expect(screen.getByText(/quedan 2 registros sin enviar\. Están cifrados/)).toBeDefined();
  await waitFor(async () => {
    expect(await readDraft('1/1/entregada/', 'connection')).toBeUndefined();
  });
});
