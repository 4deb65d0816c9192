import { fold, isModuleCode, MODULE_CODES } from '@despacho/contracts';
import {
  CHARGE_CODES,
  CHARGES,
  chargeChoices,
  isChargeCode,
  MAX_NEW_PEOPLE,
  moduleChoices,
  newPerson,
  type NewPerson,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  type PersonLine,
  type Profile,
} from '@despacho/contracts/dispatch';
import { freeUsername, takenUsername, usernameKey } from '#people/directory/usernames.ts';
import { brokenBy, type TableKind, type TableRow } from '../table-kind.ts';

/** @returns a free username for a name: `jose.pena`, or `jose.pena2`, for «José Peña Ruiz»; empty without letters. */
export function proposedUsername(name: string, isTaken: (username: string) => boolean): string {
  const [first = '', second = ''] = fold(name)
    .split(' ')
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter(Boolean);
  const base = [first, second].filter(Boolean).join('.').slice(0, 60);
  return freeUsername(base, isTaken);
}

/** The existing data that a list is compared with. */
export interface Known {
  profiles: readonly Profile[];
  /** Keys of the usernames that the office has or had. */
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

function readLine(row: TableRow<PeopleColumn>, known: Known, seen: Set<string>): PersonLine {
  const { reader, line } = row;
  const isTaken = (username: string): boolean => [known.taken, seen].some((keys) => keys.has(usernameKey(username)));
  const name = reader.required('name', 80);

  const given = reader.cell('username');
  const username = given || proposedUsername(name, isTaken);
  if (!/^[\w.@-]{1,64}$/.test(username))
    reader.fault(
      'username',
      username === '' ? 'Falta' : 'No es un usuario',
      'Escriba letras sin tilde, números y . _ - @',
    );
  else if (isTaken(username)) {
    const free = freeUsername(username, isTaken);
    const reason = seen.has(usernameKey(username))
      ? `${username} está dos veces en la lista, o se confunde con otro`
      : takenUsername(username, '');
    reader.fault('username', reason, free === '' ? 'Escriba otro' : `Puede usar ${free}`);
  }
  seen.add(usernameKey(username));

  const charge = chargeIn(reader.cell('charge') || 'O');
  if (!isChargeCode(charge)) reader.fault('charge', `No hay un cargo ${charge}`, `Elija entre ${chargeChoices()}`);
  else if (charge === 'S' && !known.mayAppointS)
    reader.fault('charge', 'Solo una persona con cargo S puede dar el cargo S', 'Elija otro cargo');

  const wanted = reader.cell('profile');
  const profile = known.profiles.find((each) => fold(each.name) === fold(wanted));
  if (wanted !== '' && !profile)
    reader.fault(
      'profile',
      `No hay un perfil «${wanted}»`,
      known.profiles.length === 0
        ? 'Deje la celda vacía'
        : `Elija entre ${known.profiles.map((each) => each.name).join(', ')}`,
    );
  const modules = [...new Set([...(profile?.modules ?? []), ...modulesIn(reader.cell('modules'))])];
  const unknown = modules.filter((code) => !isModuleCode(code));
  if (unknown.length > 0)
    reader.fault('modules', `No hay un módulo ${unknown.join(', ')}`, `Elija entre ${moduleChoices()}`);
  const { grantable } = known;
  const lacking = grantable ? modules.filter((code) => isModuleCode(code) && !grantable.includes(code)) : [];
  if (lacking.length > 0)
    reader.fault('modules', `Usted no tiene ${lacking.join(', ')}, y no puede darlo`, 'Quite esos módulos');

  if (reader.errors.length > 0) return brokenBy(row, 'name');
  const { data: input } = newPerson.safeParse({ name, username, charge, modules } satisfies Record<
    keyof NewPerson,
    unknown
  >);
  if (input) return { line, ok: true, input, proposed: given === '' };
  // Everything else was checked above.
  reader.fault('name', 'Tiene caracteres que no se pueden guardar', 'Escríbalo de nuevo');
  return brokenBy(row, 'name');
}

/** How files and pasted lists of people are read. */
export const PEOPLE_TABLE: TableKind<PeopleColumn, PersonLine, Known> = {
  columns: PEOPLE_COLUMNS,
  words: {
    name: ['nombres', 'nombre completo', 'nombres y apellidos', 'apellidos y nombres', 'persona', 'name'],
    username: ['cuenta', 'user', 'username', 'login'],
    charge: ['charge'],
    profile: ['rol', 'profile'],
    modules: ['permisos', 'modules'],
  },
  usual: ['name', 'username', 'charge', 'profile'],
  maxLines: MAX_NEW_PEOPLE,
  one: 'una persona',
  many: 'personas',
  read: (rows, known) => {
    const seen = new Set<string>();
    return rows.map((row) => readLine(row, known, seen));
  },
};
