import { attentionOperations } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { aLine, anAttention } from '#test/an-attention.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import AttentionCard from './AttentionCard.tsx';

const LIST = attentionOperations['attention.list'];

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  markIn(aView({ charge: 'D', permissionsList: [{ module: 'D04' }, { module: 'U01' }] }));
});

it('shows the most urgent lines and the counts, and opens the full list', async () => {
  gateway.on(LIST, () => anAttention([aLine()], { open: 23, mine: 2 }));
  const { user } = renderInApp(<AttentionCard />);
  expect((await screen.findByRole('link', { name: '23 abiertas, 2 suyas' })).getAttribute('href')).toBe('/?atender=1');
  await user.click(screen.getByRole('link', { name: 'Ver las 23' }));
  expect(await screen.findByRole('dialog', { name: 'Por atender' })).toBeTruthy();
  expect(gateway.sentTo(LIST).map(({ query }) => query['limite'])).toEqual(['6', '500']);
});

it('says that a line was resolved, and what an empty card means', async () => {
  gateway.on(LIST, () => anAttention([], { closed: [aLine({ closedAt: '2026-11-20T16:00:00.000Z' })] }));
  renderInApp(<AttentionCard />);
  expect(await screen.findByText(/^No hay nada por atender/)).toBeTruthy();
  expect(screen.getByText(/^resuelta/)).toBeTruthy();
});
