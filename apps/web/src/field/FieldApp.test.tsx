import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { type Enrolment } from '@despacho/contracts/dispatch';
import { expect, it, vi } from 'vitest';
import * as calls from './field-calls.ts';
import { FieldApp } from './FieldApp.tsx';
import * as phone from './offline/phone.ts';
import { setSnapshot } from './offline/store.ts';
import { EMPTY_FORM } from './rules/visit-form.ts';
import { readDraft, saveDraft } from './state/drafts.ts';

const OWNER = { courierId: '7', connectedAt: '2026-11-23T12:00:00.000Z' };

it('erases unfinished forms and lists unsent visits when the connection has ended', async () => {
  vi.spyOn(phone, 'openPhone').mockResolvedValue();
  await saveDraft('1/1/entregada/', OWNER, EMPTY_FORM);
  expect(await readDraft('1/1/entregada/', { ...OWNER, connectedAt: '2026-11-24T12:00:00.000Z' })).toBeUndefined();
  expect(await readDraft('1/1/entregada/', OWNER)).toEqual(EMPTY_FORM);
  setSnapshot({ phone: { name: 'ended' }, queue: { items: [], minutes: 0, others: 2 } });
  render(<FieldApp secret={undefined} />);
  expect(await screen.findByRole('heading', { name: 'La conexión de este teléfono terminó' })).toBeDefined();
  expect(screen.getByText(/quedan 2 visitas sin enviar\. Están cifradas/)).toBeDefined();
  await waitFor(async () => {
    expect(await readDraft('1/1/entregada/', OWNER)).toBeUndefined();
  });
});

it('connects with a link opened in a tab that already shows the page', async () => {
  vi.spyOn(phone, 'openPhone').mockResolvedValue();
  const read = vi
    .spyOn(calls, 'readEnrolment')
    .mockResolvedValue({ courier: 'Juana Ríos', office: 'LIMA' } as Enrolment);
  setSnapshot({ phone: { name: 'disconnected' } });
  render(<FieldApp secret={undefined} />);
  for (const secret of ['A'.repeat(43), 'B'.repeat(43)]) {
    location.hash = secret;
    expect(await screen.findByRole('heading', { name: /Este será el teléfono de Juana Ríos/ })).toBeDefined();
    await waitFor(() => {
      expect(read).toHaveBeenLastCalledWith(secret);
    });
    expect(location.hash).toBe('');
  }
});
