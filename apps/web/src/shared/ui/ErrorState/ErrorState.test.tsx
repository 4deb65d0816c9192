import { type Problem, PROBLEMS, type ProblemKind, problemType } from '@despacho/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HttpFailure } from '../../http/failure.ts';
import { Window } from '../Window/Window.tsx';
import { ErrorState } from './ErrorState.tsx';

function refusal(kind: ProblemKind, more: Partial<Problem> = {}): HttpFailure {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r', ...more };
  return new HttpFailure({ url: '/api/x', reason: 'refused', status, problem });
}
const NETWORK = new HttpFailure({ url: '/api/x', reason: 'network', status: 0 });
const TIMEOUT = new HttpFailure({ url: '/api/x', reason: 'timeout', status: 0 });

const part = (error: unknown, onRetry = vi.fn()) => <ErrorState error={error} onRetry={onRetry} busy={false} />;
const alerts = () => screen.getAllByRole('alert').map((alert) => alert.querySelector('h2')?.textContent);
const missing = () => screen.queryAllByText('Esta parte no se muestra.');

it.each([
  ['no answer, a timeout and an unavailable service', [NETWORK, TIMEOUT, refusal('unavailable')], 1],
  ['the same message', [refusal('internal'), refusal('internal', { requestId: 'other' })], 1],
  [
    'different waits',
    [refusal('too-many-requests', { retryAfterSeconds: 3 }), refusal('too-many-requests', { retryAfterSeconds: 4 })],
    1,
  ],
  ['different messages', [refusal('internal'), refusal('no-module'), NETWORK], 3],
  ['different details', [refusal('unavailable', { detail: 'Sin espacio.' }), refusal('unavailable')], 2],
])('S38: reports %s once per cause', (_, errors, causes) => {
  render(errors.map((error, index) => <div key={index}>{part(error)}</div>));
  expect(alerts()).toHaveLength(causes);
  expect(missing()).toHaveLength(errors.length - causes);
});

it('retries all parts from the report, and one part from its own button', () => {
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
  render(
    [part(NETWORK, first), part(TIMEOUT, second), part(refusal('internal'), other)].map((each, index) => (
      <div key={index}>{each}</div>
    )),
  );
  const [all, one] = screen.getAllByRole('button', { name: 'Reintentar' });
  fireEvent.click(one ?? expect.unreachable());
  expect([first, second, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
  fireEvent.click(all ?? expect.unreachable());
  expect([first, second, other].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 0]);
});

it('reports an outage in the topmost part that fails because of it', () => {
  const parts = (hasFirst: boolean) => [
    hasFirst && <div key="1">{part(NETWORK)}</div>,
    <div key="2">{part(NETWORK)}</div>,
  ];
  const { rerender } = render(parts(false));
  expect(alerts()).toEqual(['No hay conexión con el servidor']);
  rerender(parts(true));
  expect(screen.getByRole('alert').compareDocumentPosition(missing()[0] ?? expect.unreachable())).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  rerender(parts(false));
  expect(alerts()).toEqual(['No hay conexión con el servidor']);
  expect(missing()).toHaveLength(0);
});

it('reports an outage again in a modal window, which hides the page', () => {
  render(
    <>
      {part(NETWORK)}
      <Window title="Historial" lead="">
        {part(NETWORK)}
      </Window>
    </>,
  );
  expect(alerts()).toHaveLength(2);
});
