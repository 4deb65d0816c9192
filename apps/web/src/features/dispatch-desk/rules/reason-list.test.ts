import { DISPATCH_OPERATIONS } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { codeFor, readReasons } from './reason-list.ts';

describe('catalogue of reasons', () => {
  it('derives a unique code from a name', () => {
    expect(codeFor('Dirección errada', new Set())).toBe('direccion_errada');
    expect(codeFor('Dirección errada', new Set(['direccion_errada']))).toBe('direccion_errada_2');
    expect(codeFor('24 h después', new Set())).toBe('h_despues');
    expect(codeFor('¿¿??', new Set())).toBe('motivo');
  });

  it('keeps existing codes, so that closed orders keep their reason', () => {
    const drafts = [
      { code: 'ausente', name: ' No estaba ' },
      { code: null, name: 'Ausente' },
      { code: null, name: 'x'.repeat(80) },
    ];
    const read = readReasons(drafts);
    expect(read).toMatchObject({
      reasons: [
        { code: 'ausente', name: 'No estaba' },
        { code: 'ausente_2', name: 'Ausente' },
        { code: 'x'.repeat(36) },
      ],
    });
    expect(DISPATCH_OPERATIONS['reasons.replace'].body.safeParse(read).success).toBe(true);
  });

  it('gives different codes to names with the same letters', () => {
    const drafts = ['Sin timbre', 'Sin, timbre'].map((name) => ({ code: null, name }));
    expect(readReasons(drafts)).toMatchObject({ reasons: [{ code: 'sin_timbre' }, { code: 'sin_timbre_2' }] });
  });

  it('reports empty and duplicate names', () => {
    expect(
      readReasons([
        { code: 'a', name: 'Ausente' },
        { code: null, name: ' ' },
      ]),
    ).toEqual({
      place: 1,
      error: 'Escriba el motivo o quítelo',
    });
    expect(
      readReasons([
        { code: 'a', name: 'Dañado' },
        { code: null, name: 'danado' },
      ]),
    ).toEqual({
      place: 1,
      error: 'Ya está en la lista',
    });
  });
});
