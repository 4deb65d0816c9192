import { problemType, type ProblemKind, PROBLEMS } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { outcomeOf } from './outcome.ts';

function refused(kind: ProblemKind, detail?: string): HttpFailure {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r1', ...(detail !== undefined && { detail }) };
  return new HttpFailure({ url: '/api/permission/7', reason: 'refused', status, problem });
}

it('distinguishes a conflict from a failure', () => {
  expect(outcomeOf(refused('conflict'))).toEqual({ state: 'conflict' });
});

it("S35: shows the service's reason, or else the kind of failure", () => {
  expect(outcomeOf(refused('upstream-rejected', 'Es la última persona con G01'))).toEqual({
    state: 'failed',
    reason: 'Es la última persona con G01.',
  });
  expect(outcomeOf(refused('upstream-timeout'))).toEqual({ state: 'failed', reason: 'El servicio tardó demasiado.' });
  expect(outcomeOf(new Error('x'))).toEqual({ state: 'failed', reason: 'Ocurrió un error inesperado.' });
});

it('S38: reports a save without a response as possibly made', () => {
  const lost = new HttpFailure({ url: '/api/permission/7', reason: 'network', status: 0 });
  expect(outcomeOf(lost)).toEqual({ state: 'unknown', reason: 'No hay conexión con el servidor.' });
});
