import {
  factorOperations,
  providerOperations,
  type SignInNotices as Notices,
  signInNoticeOperations,
} from '@despacho/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '../state/session-store.ts';
import { SignInNotices } from './SignInNotices.tsx';

const READ = signInNoticeOperations['notices.read'];
const PROVIDER = providerOperations['provider.read'];
const SEEN = signInNoticeOperations['notices.seen'];
const REMOVED = { kind: 'factor.removed', at: '2026-11-03T15:12:00.000Z', by: 'Rosa Mamani' } as const;
const USED = { kind: 'factor.recoveryUsed', at: '2026-11-02T15:12:00.000Z', by: null } as const;

let gateway: ReturnType<typeof fakeGateway>;
let notices: Notices;
beforeEach(() => {
  localStorage.clear();
  gateway = fakeGateway();
  notices = { setUpBy: null, changes: [REMOVED, USED] };
  gateway.on(READ, () => notices);
  gateway.on(SEEN, () => undefined);
  gateway.on(PROVIDER, () => ({ label: null, since: null, hasPassword: true }));
  markIn(aView({ endsAt: '2026-11-20T20:00:00.000Z' }));
});

const region = () => screen.findByRole('region', { name: 'Avisos de su cuenta' });
const reads = () => gateway.sentTo(READ).length;

it('shows what changed and who did it, until it is closed, once for each sign-in', async () => {
  const { user, unmount } = renderInApp(
    <>
      <main id={MAIN_ID} tabIndex={-1} />
      <SignInNotices />
    </>,
  );
  const shown = (await region()).textContent;
  expect(shown).toMatch(/El 3 nov 2026, 10:12: se quitó su segundo paso, lo hizo Rosa Mamani\./);
  expect(shown).toMatch(/se ingresó con uno de sus códigos de recuperación\./);
  await user.click(screen.getByRole('button', { name: 'Entendido' }));
  expect(screen.queryByRole('region')).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toBe(document.activeElement));
  await waitFor(() => expect(gateway.sentTo(SEEN).map(({ body }) => body)).toEqual([{ until: REMOVED.at }]));
  unmount();
  const again = renderInApp(<SignInNotices />);
  expect(reads()).toBe(1);
  again.unmount();
  markIn(aView({ endsAt: '2026-11-21T20:00:00.000Z' }));
  renderInApp(<SignInNotices />);
  await region();
  expect(reads()).toBe(2);
});

it('counts the changes that it does not list', async () => {
  notices.changes = [1, 2, 3, 4, 5].map((hour) => ({ ...USED, at: `2026-11-02T1${hour}:00:00.000Z` }));
  renderInApp(<SignInNotices />);
  expect((await region()).textContent).toContain('Y 2 cambios anteriores.');
});

it.each([
  ['nothing to say', () => ({ setUpBy: null, changes: [] })],
  ['a failure', () => problem('unavailable')],
])('shows nothing with %s', async (_, answer) => {
  gateway.on(READ, answer);
  const { unmount } = renderInApp(<SignInNotices />);
  await waitFor(() => expect(reads()).toBe(1));
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
});

it('offers to set up a second factor before the deadline, and can be postponed', async () => {
  notices = { setUpBy: '2026-11-30T15:00:00.000Z', changes: [] };
  gateway.on(factorOperations['factor.start'], () => ({ key: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD' }));
  gateway.on(factorOperations['factor.confirm'], () => ({ codes: ['ABCD-EFGH'], ended: 0 }));
  const { user, unmount } = renderInApp(<SignInNotices />);
  expect((await region()).textContent).toMatch(/Desde el 30 nov 2026, 10:00 necesitará un segundo paso/);
  await user.click(screen.getByRole('button', { name: 'Activarlo ahora' }));
  await user.type(await screen.findByLabelText('Contraseña actual'), 'una contraseña{Enter}');
  await user.type(await screen.findByLabelText('Código de 6 números'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Ya los guardé' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(gateway.sentTo(SEEN)).toEqual([]);
  unmount();
  localStorage.clear();
  const again = renderInApp(<SignInNotices />);
  await again.user.click(await screen.findByRole('button', { name: 'Más tarde' }));
  expect(screen.queryByRole('region')).toBeNull();
});

it('does not lead somebody without a password to where it is asked for', async () => {
  notices = { setUpBy: '2026-11-30T15:00:00.000Z', changes: [] };
  gateway.on(PROVIDER, () => ({ label: 'Cuenta de Acme', since: USED.at, hasPassword: false }));
  renderInApp(<SignInNotices />);
  await screen.findByText(/necesitará un segundo paso para ingresar; lo activará al ingresar\./);
  expect(screen.queryByRole('button', { name: 'Activarlo ahora' })).toBeNull();
});
