import {
  type Evidence,
  evidenceOperations,
  type EvidenceKind,
  orderOperations,
  reviewOperations,
  type Visit,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { aPhoto } from '#test/a-photo.ts';
import { aView } from '#test/a-view.ts';
import { aVisit } from '#test/a-visit.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { ChecksSummary } from '#features/photos/components/ProofFindings.tsx';
import { ProofChecks } from './ProofChecks.tsx';

const ORDER = { id: '7', state: 'entregada', attempt: 1, closedAt: '2026-11-20T15:00:00Z' } as const;
const SOUND = { faults: [], distance: 12, alike: null, settled: false };

let gateway: ReturnType<typeof fakeGateway>;
let photos: Evidence[];
let visits: Visit[];
let missing: EvidenceKind[];
beforeEach(() => {
  gateway = fakeGateway();
  markIn(aView({ charge: 'D', permissionsList: [{ module: 'U01' }] }));
  photos = [aPhoto({ checks: SOUND })];
  visits = [aVisit()];
  gateway.on(evidenceOperations['evidence.list'], () => photos);
  gateway.on(reviewOperations['visits.list'], () => visits);
  missing = ['firma'];
  gateway.on(orderOperations['orders.read'], () => ({
    order: anOrder(ORDER),
    courierNote: null,
    timeline: [],
    notes: [],
    shares: [],
    missing,
  }));
});

const show = (request?: Parameters<typeof ProofChecks>[0]['request']) =>
  renderInApp(<ProofChecks order={ORDER} officeId="LIMA" timeZone="America/Lima" request={request} />);
const findings = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

it('lists what the checks found and what is missing, with the figures', async () => {
  photos = [
    aPhoto({
      id: '7',
      checks: { ...SOUND, faults: ['muy_lejos', 'repetida'], distance: 1260, alike: { code: 'D-3' } },
    }),
    aPhoto({ id: '8', kind: 'fachada', checks: { ...SOUND, faults: ['hora'], settled: true } }),
    aPhoto({ id: '9', kind: 'guia' }),
  ];
  visits = [aVisit({ faults: ['lejos'], distance: 140 })];
  show();
  expect(await findings()).toEqual([
    'Falta firma',
    'Entrega A 1.3 km de la dirección',
    'Entrega Casi igual a la foto de D-3',
    'Cierre A 140 m de la dirección',
    '1 foto sin revisar',
  ]);
  expect(screen.getByText('4 observaciones')).toBeTruthy();
});

it('shows that a proof has no faults', async () => {
  photos = [aPhoto({ checks: SOUND }), aPhoto({ id: '8', kind: 'firma', checks: SOUND })];
  missing = [];
  show();
  expect(await screen.findByText('Sin observaciones')).toBeTruthy();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Dar por buena' })).toBeNull();
});

it('accepts what is shown, up to the last photo and the closing', async () => {
  photos = [
    aPhoto({ id: '9', checks: { ...SOUND, faults: ['hora'] } }),
    aPhoto({ id: '10', kind: 'firma', checks: SOUND }),
  ];
  missing = [];
  gateway.on(evidenceOperations['evidence.settle'], () => {
    photos = photos.map((photo) => ({ ...photo, checks: { ...SOUND, ...photo.checks, settled: true } }));
    return {};
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Dar por buena' }));
  expect(await screen.findByText('Dada por buena')).toBeTruthy();
  expect(gateway.sentTo(evidenceOperations['evidence.settle']).map(({ body }) => body)).toEqual([
    { photo: '10', visit: '11' },
  ]);
});

it('asks the courier for a photo that fits the result, and withdraws the request', async () => {
  const by = { username: 'ana.torres', user: 'Ana Torres' };
  const request = {
    kind: 'fachada' as const,
    at: '2026-11-20T15:30:00Z',
    by,
    courier: { id: '3', name: 'Pedro Rojas' },
    answeredAt: null,
  };
  gateway.on(evidenceOperations['evidence.ask'], ({ body }) => ({
    request: (body as { kind: string | null }).kind === null ? null : request,
  }));
  const { user, unmount } = show();
  await user.click(await screen.findByRole('button', { name: 'Pedir foto' }));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Entrega', 'Fachada', 'Guía o cargo']);
  await user.click(screen.getByRole('menuitem', { name: 'Fachada' }));
  const sent = () => gateway.sentTo(evidenceOperations['evidence.ask']).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ kind: 'fachada' }]));
  unmount();
  const again = show(request);
  expect(await screen.findByText(/Ana Torres pidió a Pedro Rojas la foto «Fachada»/)).toBeTruthy();
  await again.user.click(screen.getByRole('button', { name: 'Retirar pedido' }));
  await waitFor(() => expect(sent()).toEqual([{ kind: 'fachada' }, { kind: null }]));
});

it('offers no request without a visit of a phone', async () => {
  visits = [];
  show();
  expect(await findings()).toEqual(['Falta firma']);
  expect(screen.queryByRole('button', { name: 'Pedir foto' })).toBeNull();
});

it('shows nothing of an open order', async () => {
  const { container } = renderInApp(
    <ChecksSummary order={{ ...ORDER, state: 'en_ruta', closedAt: null }} officeId="LIMA" />,
  );
  await waitFor(() => expect(gateway.sentTo(evidenceOperations['evidence.list'])).toHaveLength(1));
  expect(container.textContent).toBe('');
});
