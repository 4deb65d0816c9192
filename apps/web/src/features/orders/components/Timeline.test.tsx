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
