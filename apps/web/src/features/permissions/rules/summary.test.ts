import { type ModuleCode } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { moduleLabel } from './module-label.ts';
import { NOTHING_PENDING, type Pending, setModule } from './pending.ts';
import { changeSentence, personSentence, plainText, savedSentence, saveLabel, summarySentence } from './summary.ts';

const users = [
  { id: 7, user: 'Carlos Vega' },
  { id: 8, username: 'luis.quispe' },
];

function pendingOf(
  id: string,
  grants: readonly ModuleCode[],
  revokes: readonly ModuleCode[],
  from = NOTHING_PENDING,
): Pending {
  const granted = grants.reduce((pending, code) => setModule(pending, id, revokes, code, true), from);
  return revokes.reduce((pending, code) => setModule(pending, id, revokes, code, false), granted);
}

const sentence = (pending: Pending): string => plainText(summarySentence(pending, users));

describe('summary of pending changes', () => {
  it('names what one user receives, with «e» before an i', () => {
    expect(sentence(pendingOf('7', ['T02', 'U01'], []))).toBe('Carlos Vega recibe Asignación e Imágenes');
    expect(sentence(pendingOf('7', ['T02', 'M01'], []))).toBe('Carlos Vega recibe Mapa e Imágenes');
    expect(sentence(pendingOf('7', ['G01', 'M01'], []))).toBe('Carlos Vega recibe Mapa y Permisos');
  });

  it('names what one user loses', () => {
    expect(sentence(pendingOf('8', [], ['M01']))).toBe('luis.quispe pierde Mapa');
    expect(sentence(pendingOf('7', ['U01'], ['M01']))).toBe('Carlos Vega recibe Asignación y pierde Mapa');
    expect(sentence(pendingOf('7', ['U01', 'T02'], ['M01', 'D01']))).toBe(
      'Carlos Vega recibe Asignación e Imágenes, y pierde Estados y Mapa',
    );
  });

  it('counts modules beyond the limit, and names them all when asked to', () => {
    const pending = pendingOf('7', ['D01', 'D02', 'D03', 'M01'], []);
    expect(sentence(pending)).toBe('Carlos Vega recibe Estados, Puntualidad y 2 más');
    const edit = pending.get('7');
    expect(edit && plainText(personSentence('Carlos Vega', edit, true))).toBe(
      'Carlos Vega recibe Estados, Puntualidad, Productividad y Mapa',
    );
  });

  it('totals the changes of several users', () => {
    const one = pendingOf('7', ['U01', 'T02'], []);
    expect(sentence(pendingOf('8', [], ['M01'], one))).toBe('2 usuarios cambian: reciben 2 permisos y pierden 1');
    expect(sentence(pendingOf('8', ['M01'], [], one))).toBe('2 usuarios cambian: reciben 3 permisos');
    const lost = pendingOf('8', [], ['M01'], pendingOf('7', [], ['D01']));
    expect(sentence(lost)).toBe('2 usuarios cambian: pierden 2 permisos');
  });

  it('is empty without changes; shows the id of users who left the list', () => {
    expect(sentence(NOTHING_PENDING)).toBe('');
    expect(sentence(pendingOf('99', ['M01'], []))).toBe('Usuario 99 recibe Mapa');
  });

  it('distinguishes the two modules named Clientes', () => {
    expect([moduleLabel('D05'), moduleLabel('000'), moduleLabel('M01')]).toEqual([
      'Clientes (Dashboard)',
      'Clientes',
      'Mapa',
    ]);
  });

  it('summarises the results of several saves', () => {
    expect(savedSentence(['saved'])).toBe('1 usuario guardado');
    expect(savedSentence(['saved', 'failed', 'saved', 'conflict'])).toBe(
      '2 usuarios guardados; 1 no se guardó; 1 en conflicto',
    );
    expect(savedSentence(['failed', 'failed'])).toBe('2 no se guardaron');
    expect(savedSentence(['unknown', 'saved'])).toBe('1 usuario guardado; 1 sin confirmar');
  });

  it('describes what a colleague changed', () => {
    expect(changeSentence({ added: ['M01', 'T02'], removed: ['X99'] })).toBe('recibió Mapa e Imágenes y perdió X99');
    expect(changeSentence({ added: [], removed: ['U01'] })).toBe('perdió Asignación');
  });

  it('uses singular and plural on the button', () => {
    expect([saveLabel(1), saveLabel(2)]).toEqual(['Guardar 1 cambio', 'Guardar 2 cambios']);
  });
});
