import { MAX_NEW_PEOPLE } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Known, proposedUsername, readPeopleList } from './read-people-list.ts';

const known = (changes: Partial<Known> = {}): Known => ({
  profiles: [
    { id: null, version: 1, name: 'Despachador', modules: ['D01', 'U01'] },
    { id: '7', version: 1, name: 'Turno noche', modules: ['M01'] },
  ],
  taken: new Set(['ana.ruiz']),
  grantable: undefined,
  mayAppointS: true,
  ...changes,
});

const read = (text: string, changes: Partial<Known> = {}) => readPeopleList(text, known(changes)).people;
const problems = (text: string, changes: Partial<Known> = {}) => read(text, changes).map((each) => each.problems);

describe('readPeopleList', () => {
  it('reads cells pasted from a spreadsheet, in any order of headings', () => {
    expect(read('Perfil\tNombres y apellidos\tUSUARIO\tCargo\nTurno Noche\tLuis Paz\tluis\tdespacho\n')).toEqual([
      { line: 2, name: 'Luis Paz', username: 'luis', proposed: false, charge: 'D', modules: ['M01'], problems: [] },
    ]);
  });

  it('reads a CSV with semicolons, a byte order mark and quotes', () => {
    expect(read('\uFEFFnombre;usuario;módulos\r\n"Paz, Luis";luis;"D01, m01"\r\n')).toMatchObject([
      { name: 'Paz, Luis', username: 'luis', charge: 'O', modules: ['D01', 'M01'], problems: [] },
    ]);
  });

  it('reads names alone, without headings', () => {
    expect(read('Luis Paz\nJosé Ñahui de la Cruz\n').map(({ username, proposed }) => [username, proposed])).toEqual([
      ['luis.paz', true],
      ['jose.nahui', true],
    ]);
  });

  it('proposes usernames that nobody has, in the office or in the list', () => {
    expect(read('Ana Ruiz\nAna Ruíz\n').map(({ username }) => username)).toEqual(['ana.ruiz2', 'ana.ruiz3']);
    expect(proposedUsername('★', () => false)).toBe('');
  });

  it('names what must be corrected, with the choices', () => {
    const list = 'nombre,usuario,cargo,perfil,modulos\n,ana.ruiz,Z,Gerente,XX9\nLuis,lu is,S,,\nEva,eva,,,\nEva,EVA,,,';
    const [first, second, third, fourth] = problems(list, { mayAppointS: false });
    expect(first).toEqual([
      'Falta el nombre',
      'La oficina ya tiene el usuario ana.ruiz',
      expect.stringMatching(/^No hay un cargo Z: elija de S Toda la empresa, A /),
      'No hay un perfil «Gerente»: elija de Despachador, Turno noche',
      expect.stringMatching(/^No hay un módulo XX9: elija de D01 Estados, /),
    ]);
    expect(second).toEqual([
      'El usuario lleva letras sin tilde, números y . _ - @',
      'Solo una persona con cargo S puede dar el cargo S',
    ]);
    expect(third).toEqual([]);
    expect(fourth).toEqual(['El usuario EVA está dos veces en la lista']);
  });

  it('refuses modules that the person lacks, also those of a profile', () => {
    expect(problems('nombre;perfil\nEva;Despachador', { grantable: ['D01'] })).toEqual([
      ['Usted no tiene U01, y no puede darlo'],
    ]);
  });

  it('counts the lines beyond one request', () => {
    const text = Array.from({ length: MAX_NEW_PEOPLE + 3 }, (_, at) => `Persona ${at}`).join('\n');
    const { people, left } = readPeopleList(text, known());
    expect([people.length, left]).toEqual([MAX_NEW_PEOPLE, 3]);
    expect(readPeopleList('\n \n', known())).toEqual({ people: [], left: 0 });
  });
});
