import { expect, it } from 'vitest';
import { aLine } from '#test/an-attention.ts';
import { actionOf } from './line-action.ts';

const at = '2026-11-20T15:00:00.000Z';
const place = { officeId: 'LIMA', viewer: { charge: 'D' } };

it.each([
  ['revisar', { causes: [{ kind: 'revisar', since: at }] }, 'Decidir', '/assing?revisar=5964'],
  [
    'sin_cierre',
    {
      order: null,
      courier: { id: '3', name: 'Rosa', phone: '987 654 321' },
      causes: [{ kind: 'sin_cierre', since: at }],
    },
    'Cerrar ruta',
    '/assing?cierre=3',
  ],
  [
    'documentos',
    {
      order: null,
      courier: { id: '3', name: 'Rosa', phone: null },
      causes: [{ kind: 'documentos', since: at }],
    },
    'Ver repartidor',
    '/assing?datos=3',
  ],
  ['sin_lugar', { causes: [{ kind: 'sin_lugar', since: at }] }, 'Ubicar', '/assing?ver=5964'],
] as const)('opens the window that solves a line of %s', (_, line, label, href) => {
  const { causes, ...rest } = line;
  expect(actionOf(aLine({ ...rest, causes: [...causes] }), place)).toEqual({ label, href });
});
