import { MAX_NEW_PEOPLE } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { workbookOf } from '#test/hostile-workbooks.ts';
import { parseTable } from '../parse-table.ts';
import { usernameKey } from '#people/directory/usernames.ts';
import { type Known, proposedUsername } from './people-table.ts';

const known = (changes: Partial<Known> = {}): Known => ({
  profiles: [
    { id: null, version: 1, name: 'Despachador', modules: ['D01', 'U01'] },
    { id: '7', version: 1, name: 'Turno noche', modules: ['M01'] },
  ],
  taken: new Set([usernameKey('ana.ruiz')]),
  grantable: undefined,
  mayAppointS: true,
  ...changes,
});

const parse = (text: string, changes: Partial<Known> = {}) =>
  parseTable({ table: 'people', bytes: Buffer.from(text), context: known(changes) });
const read = (text: string, changes: Partial<Known> = {}) => {
  const parsed = parse(text, changes);
  if (parsed.kind !== 'table') throw new Error(parsed.kind);
  return parsed.lines;
};
const people = (text: string) => read(text).flatMap((line) => (line.ok ? line : []));
const problems = (text: string, changes: Partial<Known> = {}) =>
  read(text, changes).map((line) => (line.ok ? [] : line.errors.map(({ reason }) => reason)));

describe('a list of people', () => {
  it('reads cells pasted from a spreadsheet, in any order of headings', () => {
    expect(read('Perfil\tNombres y apellidos\tUSUARIO\tCargo\nTurno Noche\tLuis Paz\tluis\tdespacho\n')).toEqual([
      {
        line: 2,
        ok: true,
        input: { name: 'Luis Paz', username: 'luis', charge: 'D', modules: ['M01'] },
        proposed: false,
      },
    ]);
  });

  it('reads a CSV with semicolons, a byte order mark and quotes', () => {
    expect(read('\uFEFFnombre;usuario;módulos\r\n"Paz, Luis";luis;"D01, m01"\r\n')).toMatchObject([
      { ok: true, input: { name: 'Paz, Luis', username: 'luis', charge: 'O', modules: ['D01', 'M01'] } },
    ]);
  });

  it('reads names alone, without headings', () => {
    const listed = people('Luis Paz\nJosé Ñahui de la Cruz\n');
    expect(listed.map(({ input, proposed }) => [input.username, proposed])).toEqual([
      ['luis.paz', true],
      ['jose.nahui', true],
    ]);
  });

  it('proposes usernames that are free in the office and in the list', () => {
    expect(people('Ana Ruiz\nAna Ruíz\n').map(({ input }) => input.username)).toEqual(['ana.ruiz2', 'ana.ruiz3']);
    expect(proposedUsername('★', () => false)).toBe('');
    const [line] = read('nombre,usuario\nOtra,ana_ruiz\n');
    expect(line?.ok === false && line.errors).toMatchObject([
      {
        reason: 'La oficina ya tiene el usuario ana_ruiz, u otro que se confunde con él',
        remedy: 'Puede usar ana_ruiz2',
      },
    ]);
  });

  it('reports what to correct, with the choices', () => {
    const list = 'nombre,usuario,cargo,perfil,modulos\n,ana.ruiz,Z,Gerente,XX9\nLuis,lu is,S,,\nEva,eva,,,\nEva,EVA,,,';
    const [first, second, third, fourth] = problems(list, { mayAppointS: false });
    expect(first).toEqual([
      'Falta',
      'La oficina ya tiene el usuario ana.ruiz, u otro que se confunde con él',
      'No hay un cargo Z',
      'No hay un perfil «Gerente»',
      'No hay un módulo XX9',
    ]);
    expect(second).toEqual(['No es un usuario', 'Solo una persona con cargo S puede dar el cargo S']);
    expect(third).toEqual([]);
    expect(fourth).toEqual(['EVA está dos veces en la lista, o se confunde con otro']);
    const [wrong] = read(list);
    const remedies = wrong?.ok === false ? wrong.errors.map(({ remedy }) => remedy) : [];
    expect(remedies.slice(2)).toEqual([
      expect.stringMatching(/^Elija entre S Toda la empresa, A /),
      'Elija entre Despachador, Turno noche',
      expect.stringMatching(/^Elija entre D01 Estados, /),
    ]);
  });

  it('rejects modules that the caller lacks, including those of a profile', () => {
    expect(problems('nombre;perfil\nEva;Despachador', { grantable: ['D01'] })).toEqual([
      ['Usted no tiene U01, y no puede darlo'],
    ]);
  });

  it('rejects too many lines, and an empty list', () => {
    const text = Array.from({ length: MAX_NEW_PEOPLE + 1 }, (_, at) => `Persona ${at}`).join('\n');
    expect(parse(text)).toMatchObject({ kind: 'unreadable', why: 'El archivo tiene más de 100 personas' });
    expect(parse('\n \n')).toMatchObject({ kind: 'unreadable', why: 'El archivo no tiene personas' });
  });

  it('refuses a name that cannot be stored, which a workbook can contain', async () => {
    const cell = (text: string): string => `<row><c t="str"><v>${text}</v></c></row>`;
    const rows = ['Nombre', 'Eva_xD800_ Paz', 'Luis Paz'].map(cell).join('');
    const bytes = await workbookOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    const parsed = parseTable({ table: 'people', bytes, context: known() });
    expect(parsed).toMatchObject({
      kind: 'table',
      lines: [
        { ok: false, errors: [{ column: 'name', reason: 'Tiene caracteres que no se pueden guardar' }] },
        { ok: true, input: { name: 'Luis Paz' } },
      ],
    });
  });

  it('reads the columns that a person chose for a list without headings', () => {
    const bytes = Buffer.from('luis,Luis Paz');
    const wish = {
      line: 0,
      columns: [
        [0, 'username'],
        [1, 'name'],
      ],
    } as const;
    expect(parseTable({ table: 'people', bytes, wish, context: known() })).toMatchObject({
      kind: 'table',
      layout: { line: 0, columns: [{ key: 'username' }, { key: 'name' }] },
      lines: [{ ok: true, input: { name: 'Luis Paz', username: 'luis' } }],
    });
  });
});
