import { type FieldSession } from '@despacho/contracts/dispatch';
import { expect, it, vi } from 'vitest';
import { writeStored } from '#shared/state/browser-storage.ts';

it('shows the notice about sums of distances once to a courier who accepted the notice before it', async () => {
  const session = { connectedAt: '2026-11-20T12:00:00.000Z' } as FieldSession;
  writeStored(`1 ${session.connectedAt}`, 'despacho.reparto.aviso');
  vi.resetModules();
  const { act, renderHook } = await import('@testing-library/react');
  const { acceptNotice, useNoticeAccepted } = await import('./settings.ts');
  const { result } = renderHook(() => useNoticeAccepted(session));
  expect(result.current).toBe(false);
  act(() => acceptNotice(session));
  expect(result.current).toBe(true);
});
