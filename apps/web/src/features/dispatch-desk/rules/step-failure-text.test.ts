import { expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { stepFailureText } from './step-failure-text.ts';

const lost = new HttpFailure({ url: '/api/assignments', reason: 'network', status: 0 });

it('explains an unknown result and what to do', () => {
  expect(stepFailureText({ state: 'unknown', failure: lost })).toBe(
    'No hay conexión con el servidor. Revise su conexión a internet y vuelva a intentarlo.',
  );
  expect(stepFailureText({ state: 'unknown', failure: null })).toContain('La página se cerró');
});

it('explains a refusal', () => {
  const refused = new HttpFailure({ url: '/api/assignments', reason: 'refused', status: 409 });
  expect(stepFailureText({ state: 'refused', failure: refused })).toBe('El servidor respondió con un error.');
});
