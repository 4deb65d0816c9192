import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Timeline } from './Timeline.tsx';

it('shows the time of a visit that was recorded later', () => {
  render(
    <Timeline
      events={[
        {
          type: 'order.changed',
          at: '2026-11-20T23:20:30.000Z',
          officeId: 'LIMA',
          actor: { username: 'ana.torres', user: 'Ana Torres' },
          batch: 'b',
          what: 'entregada',
          order: { id: '1', code: 'ORD-1', version: 2 },
          before: { state: 'en_ruta', closedAt: null },
          after: { state: 'entregada', closedAt: '2026-11-20T19:05:00.000Z' },
        },
      ]}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T23:30:00.000Z')}
    />,
  );
  expect(screen.getByText('Entregada a las 14:05; registrada a las 18:20')).toBeTruthy();
});

it('shows who shared the constancia and until when, that it was opened, and who ended the link', () => {
  const link = { link: '5', expiresAt: '2026-12-03T15:00:00.000Z', isDay: false };
  render(
    <Timeline
      events={[]}
      shares={[
        { ...link, what: 'anulada', at: '2026-11-20T18:00:00.000Z', user: 'Luis Quispe' },
        { ...link, what: 'abierta', at: '2026-11-20T17:00:00.000Z', user: null },
        { ...link, what: 'compartida', at: '2026-11-20T16:00:00.000Z', user: 'Ana Torres', isDay: true },
      ]}
      names={{ courier: String, reason: String }}
      timeZone="America/Lima"
      now={Date.parse('2026-11-20T18:30:00.000Z')}
    />,
  );
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items[0]).toMatch(/^Enlace de la constancia anulado · Luis Quispe/);
  expect(items[1]).toMatch(/^Constancia abierta con el enlacehace/);
  expect(items[2]).toMatch(
    /^Constancia compartida · Ana Torres.*Vence el 3 dic 2026, 10:00 · Con todas las del cliente de ese día$/,
  );
});
