import { type TrailEntryView } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { detailRows, kindText, subjectText } from './record-text.ts';

const entry = (changes: Partial<TrailEntryView>): TrailEntryView => ({
  id: '1',
  at: '2026-11-20T15:00:00.000Z',
  lastAt: '2026-11-20T15:00:00.000Z',
  count: 1,
  kind: 'account.edited',
  officeId: 'LIMA',
  actor: null,
  subject: null,
  address: null,
  requestId: null,
  last: null,
  details: null,
  ...changes,
});

it('names kinds and subjects, also those of a newer release', () => {
  expect([kindText('signIn.failed'), kindText('new.kind')]).toEqual(['Ingreso fallido', 'new.kind']);
  const of = (subject: TrailEntryView['subject']) => subjectText(entry({ subject }));
  expect(of({ kind: 'user', id: '4', name: 'Rosa Mamani' })).toBe('Persona: Rosa Mamani');
  expect(of({ kind: 'photo', id: '4', name: null })).toBe('Foto: 4');
  expect(of({ kind: 'other', id: '4', name: null })).toBe('other: 4');
});

it('shows what changed as text', () => {
  const details = {
    before: { name: 'Rosa', modules: [], active: true },
    after: { name: '', modules: ['T02', '000'], active: false },
    reason: 'idle',
  };
  expect(detailRows(entry({ details, requestId: 'r-1', subject: { kind: 'user', id: '4', name: 'Rosa' } }))).toEqual([
    ['Antes', 'name: Rosa; modules: (ninguno); active: sí'],
    ['Después', 'name: (vacío); modules: T02, 000; active: no'],
    ['Motivo', 'sin uso'],
    ['Identificador', '4'],
    ['Solicitud', 'r-1'],
  ]);
  expect(detailRows(entry({ details: { cut: true } }))).toEqual([['Detalle', 'Demasiado largo para el registro']]);
  expect(detailRows(entry({}))).toEqual([]);
});

it('shows the first and the last request of an entry that counts, and says when it is above the limit', () => {
  const ana = { username: 'ana', user: 'Ana' };
  const counted = entry({ actor: ana, count: 50, requestId: 'first', last: { address: '::1', requestId: 'last' } });
  expect(subjectText(counted)).toBe('Varios');
  expect(detailRows(counted)).toEqual([
    ['Agrupado', 'Pasó del máximo de entradas por hora; se guardan la primera vez y la última'],
    ['Primera solicitud', 'first'],
    ['Última solicitud', 'last'],
  ]);
  const refused = { ...counted, subject: { kind: 'operation', id: 'money.export', name: 'Descarga el dinero' } };
  expect(subjectText(refused)).toBe('Operación: Descarga el dinero');
  expect(detailRows({ ...refused, details: { kind: 'no-charge' } })[0]).toEqual(['Motivo', 'no tiene el cargo']);
  // The person is unknown.
  expect(subjectText({ ...counted, actor: null })).toBeNull();
});
