import { type PersonHistoryEntry } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { personChangeLines, personChangeTitle } from './person-history-text.ts';

const OFFICES = [{ id: 'LIMA', name: 'Lima Centro', timeZone: 'America/Lima' }];

const aChange = (changes: Partial<PersonHistoryEntry>): PersonHistoryEntry => ({
  id: '1',
  at: '2026-11-20T15:00:00.000Z',
  kind: 'account.edited',
  by: { username: 'ana', user: 'Ana' },
  before: {},
  after: {},
  lines: null,
  ...changes,
});

it('says what changed with names instead of codes', () => {
  const change = aChange({
    kind: 'account.moved',
    before: { name: 'Eva', charge: 'D', state: 'active', office: 'LIMA', modules: ['X07', 'D01'] },
    after: { name: 'Eva Paz', charge: 'Z', state: 'disabled', office: 'CUSCO', modules: ['X07', 'U01'] },
  });
  expect(personChangeTitle(change)).toBe('Cambió una cuenta de oficina');
  expect(personChangeLines(change, OFFICES)).toEqual([
    'Nombre: de «Eva» a «Eva Paz»',
    'Cargo: de «Despacho» a «Z»',
    'Estado: de «Activa» a «Desactivada»',
    'Oficina: de «Lima Centro» a «CUSCO»',
    'Módulos que recibió: Asignación (U01)',
    'Módulos que se le quitaron: Estados (D01)',
  ]);
});

it('has no earlier values for a new person, and names who received the lines', () => {
  expect(personChangeLines(aChange({ after: { username: 'eva', modules: ['X07'] } }), OFFICES)).toEqual([
    'Usuario: eva',
    'Módulos que recibió: X07',
  ]);
  const lines = (to: string | null, count = 2) => personChangeLines(aChange({ lines: { count, to } }), OFFICES);
  expect([lines('Luis'), lines(null, 1)]).toEqual([
    ['2 líneas de «Por atender» para Luis'],
    ['1 línea de «Por atender», de vuelta en la lista'],
  ]);
});
