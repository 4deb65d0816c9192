import { problemType, PROBLEMS, type ProblemKind } from '@despacho/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkFailure } from '../http/chunk-failure.ts';
import { HttpFailure } from '../http/failure.ts';
import { describeFailure } from './describe-failure.ts';

const refused = (kind: ProblemKind, more: { retryAfterSeconds?: number; detail?: string } = {}) => {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r-1', ...more };
  return new HttpFailure({ url: '/api/clients', reason: 'refused', status, problem });
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('failure messages', () => {
  it.each(Object.keys(PROBLEMS) as ProblemKind[])('S38: %s has a title, advice and a reference', (kind) => {
    const { title, advice, requestId } = describeFailure(refused(kind));
    expect(title).toBe(PROBLEMS[kind].title);
    expect(advice).toMatch(/\.$/);
    expect(requestId).toBe('r-1');
  });

  it.each([
    ['conflict', 'Vuelva a cargar los datos y repita su cambio.'],
    ['expired', 'Vuelva a empezar.'],
    ['unprocessable', 'Revise lo que pidió y vuelva a intentarlo.'],
  ] as const)('S38: advises more than a retry when refused as %s', (kind, advice) => {
    expect(describeFailure(refused(kind)).advice).toBe(advice);
  });

  it('S35: shows the message of the host that refused the data', () => {
    const detail = 'El teléfono debe tener 9 dígitos';
    expect(describeFailure(refused('upstream-rejected', { detail }))).toMatchObject({
      title: 'El servicio rechazó los datos',
      advice: 'El teléfono debe tener 9 dígitos.',
    });
  });

  it('S38: says how long to wait', () => {
    expect(describeFailure(refused('too-many-requests', { retryAfterSeconds: 12.3 })).advice).toContain('13 segundos');
  });

  it.each([
    ['network', 'No hay conexión con el servidor'],
    ['timeout', 'La respuesta tardó demasiado'],
    ['broken', 'El servidor respondió algo inesperado'],
  ] as const)('S38: describes a failure by %s without a response', (reason, title) => {
    const failure = new HttpFailure({ url: '/api/clients', reason, status: 0 });
    expect(describeFailure(failure)).toMatchObject({ title, requestId: undefined });
  });

  it.each([
    [false, 'No hay conexión con el servidor', 'Revise su conexión a internet y vuelva a intentarlo.'],
    [true, 'No se pudo cargar esta sección', 'Revise su conexión a internet y vuelva a intentarlo.'],
  ])('describes a part of the page that did not load (online: %s)', (onLine, title, advice) => {
    vi.stubGlobal('navigator', { onLine });
    expect(describeFailure(new ChunkFailure('no'))).toEqual({ title, advice, requestId: undefined });
  });

  it('S38: describes a refusal without a problem document', () => {
    const failure = new HttpFailure({ url: '/api/clients', reason: 'refused', status: 502 });
    expect(describeFailure(failure).title).toBe('El servidor respondió con un error');
  });

  it('S38: never shows the message of an exception', () => {
    const text = JSON.stringify(describeFailure(new TypeError('x is not a function')));
    expect(text).not.toContain('function');
    expect(text).toContain('error inesperado');
  });
});
