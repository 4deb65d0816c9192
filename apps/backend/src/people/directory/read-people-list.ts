import { fold, isModuleCode, MODULE_CODES, plain } from '@despacho/contracts';
import {
  CHARGE_CODES,
  CHARGES,
  chargeChoices,
  isChargeCode,
  MAX_NEW_PEOPLE,
  moduleChoices,
  type PreviewedPerson,
  type Profile,
} from '@despacho/contracts/dispatch';
import { visibleText } from '@despacho/contracts';
import { readCsv } from '#platform/files/read-csv.ts';
import { hasContent, type SheetRow } from '#platform/files/sheet.ts';

type Column = 'name' | 'username' | 'charge' | 'modules' | 'profile';

/** Words of a heading, as `plain` gives them. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  name: ['nombre', 'nombres', 'nombre completo', 'nombres y apellidos', 'apellidos y nombres', 'persona', 'name'],
  username: ['usuario', 'cuenta', 'user', 'username', 'login'],
  charge: ['cargo', 'charge'],
  modules: ['modulos', 'permisos', 'modules'],
  profile: ['perfil', 'rol', 'profile'],
};

const COLUMNS = Object.keys(HEADINGS) as Column[];

/** Without headings. */
const USUAL: readonly Column[] = ['name', 'username', 'charge', 'profile'];

const columnOf = (cell: string): Column | undefined => COLUMNS.find((column) => HEADINGS[column].includes(plain(cell)));

/** «José Peña Ruiz» becomes `jose.pena`. */
export function proposedUsername(name: string, isTaken: (username: string) => boolean): string {
  const [first = '', second = ''] = fold(name)
    .split(' ')
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter(Boolean);
  const base = [first, second].filter(Boolean).join('.').slice(0, 60);
  if (base === '') return '';
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}${number}`;
    if (!isTaken(username)) return username;
  }
}

/** What a list is compared with. */
export interface Known {
  profiles: readonly Profile[];
  /** Usernames of the office, in lower case. */
  taken: ReadonlySet<string>;
  /** Modules that the person may give; undefined for all. */
  grantable: readonly string[] | undefined;
  mayAppointS: boolean;
}

const modulesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[\s,;|/+]+/)
      .filter(Boolean)
      .map((code) => MODULE_CODES.find((known) => known === code.toUpperCase()) ?? code),
  ),
];

/** A charge by its code or its name. */
const chargeIn = (cell: string): string =>
  CHARGE_CODES.find((code) => code === cell.toUpperCase() || fold(CHARGES[code]) === fold(cell)) ?? cell;

function readLine(cells: ReadonlyMap<Column, string>, line: number, known: Known, seen: Set<string>): PreviewedPerson {
  const problems: string[] = [];
  const cell = (column: Column): string =>
    visibleText(cells.get(column) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  const isTaken = (username: string): boolean =>
    known.taken.has(username.toLowerCase()) || seen.has(username.toLowerCase());

  const name = cell('name');
  if (name === '') problems.push('Falta el nombre');
  if (name.length > 80) problems.push('El nombre tiene más de 80 caracteres');

  const given = cell('username');
  const username = given || proposedUsername(name, isTaken);
  if (!/^[\w.@-]{1,64}$/.test(username))
    problems.push(username === '' ? 'Falta el usuario' : 'El usuario lleva letras sin tilde, números y . _ - @');
  else if (seen.has(username.toLowerCase())) problems.push(`El usuario ${username} está dos veces en la lista`);
  else if (known.taken.has(username.toLowerCase())) problems.push(`La oficina ya tiene el usuario ${username}`);
  seen.add(username.toLowerCase());

  const charge = chargeIn(cell('charge') || 'O');
  if (!isChargeCode(charge)) problems.push(`No hay un cargo ${charge}: elija de ${chargeChoices()}`);
  else if (charge === 'S' && !known.mayAppointS) problems.push('Solo una persona con cargo S puede dar el cargo S');

  const wanted = cell('profile');
  const profile = known.profiles.find((each) => fold(each.name) === fold(wanted));
  if (wanted !== '' && !profile)
    problems.push(`No hay un perfil «${wanted}»: elija de ${known.profiles.map((each) => each.name).join(', ')}`);
  const modules = [...new Set([...(profile?.modules ?? []), ...modulesIn(cell('modules'))])];
  const unknown = modules.filter((code) => !isModuleCode(code));
  if (unknown.length > 0) problems.push(`No hay un módulo ${unknown.join(', ')}: elija de ${moduleChoices()}`);
  const { grantable } = known;
  const lacking = grantable ? modules.filter((code) => isModuleCode(code) && !grantable.includes(code)) : [];
  if (lacking.length > 0) problems.push(`Usted no tiene ${lacking.join(', ')}, y no puede darlo`);

  return { line, name, username, proposed: given === '' && username !== '', charge, modules, problems };
}

/**
 * Reads a list of people, pasted from a spreadsheet or of a CSV file, with headings or without.
 * @returns the people with what must be corrected, and how many lines were left out.
 */
export function readPeopleList(text: string, known: Known): { people: PreviewedPerson[]; left: number } {
  const { rows } = readCsv(text.replace(/^\uFEFF/, ''), 10 * MAX_NEW_PEOPLE);
  const filled: SheetRow[] = rows.filter(hasContent);
  const headings = (filled[0]?.cells ?? []).map(columnOf);
  const hasHeadings = headings.includes('name') || headings.filter(Boolean).length > 1;
  const columns: readonly (Column | undefined)[] = hasHeadings ? headings : USUAL;
  const lines = hasHeadings ? filled.slice(1) : filled;
  const seen = new Set<string>();
  return {
    people: lines.slice(0, MAX_NEW_PEOPLE).map(({ line, cells }) => {
      const placed = new Map<Column, string>();
      cells.forEach((cell, place) => {
        const column = columns[place];
        if (column && !placed.has(column)) placed.set(column, cell);
      });
      return readLine(placed, line, known, seen);
    }),
    left: Math.max(lines.length - MAX_NEW_PEOPLE, 0),
  };
}
