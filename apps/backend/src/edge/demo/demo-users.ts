import { MODULE_CODES } from '@despacho/contracts';
import { STANDARD_PROFILES } from '@despacho/contracts/dispatch';
import { type Insertable } from 'kysely';
import { type Schema } from '#platform/database/schema.ts';
import { nextName } from './people.ts';
import { type Random } from './random.ts';

/** A user without the password, which is the same for everyone in the demonstration. */
type DemoUser = Omit<Insertable<Schema['users']>, 'password_hash' | 'created_at'>;

/** Users have short consecutive ids from `firstId`, easy to say on the phone. */
const OFFICES = [
  { id: 'LIMA', users: 18, firstId: 1001 },
  { id: 'AREQUIPA', users: 12, firstId: 2001 },
  { id: 'TRUJILLO', users: 10, firstId: 3001 },
  { id: 'CUSCO', users: 3, firstId: 9001 },
];

type Role = Pick<DemoUser, 'charge' | 'permissions'>;

const ADMINISTRATOR: Role = { charge: 'A', permissions: ['D01', 'D02', 'D03', 'M01', 'U01', 'T02', 'G01', '000'] };

/** X07 and R11 belong to a replaced product: permission lists contain such codes, and a save must keep them. */
const ROLES: readonly Role[] = [
  { charge: 'D', permissions: ['D01', 'D02', 'D03', 'M01', 'U01'] },
  { charge: 'D', permissions: ['D01', 'M01', 'U01', 'X07'] },
  { charge: 'C', permissions: ['T02', '000'] },
  { charge: 'C', permissions: ['000'] },
  { charge: 'O', permissions: ['M01'] },
  { charge: 'O', permissions: ['D01', 'D04', 'M01', 'T02', 'R11'] },
  { charge: 'J', permissions: ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'M01', '000'] },
  { charge: 'O', permissions: [] },
];

/** Receives the money of LIMA's couriers. */
export const CASHIER = 'elena.caja';

/** The people whose sign-ins are printed at start, and one of the other company. */
const KNOWN: Record<string, readonly (Role & { username: string; name: string })[]> = {
  LIMA: [
    { username: 'ana.torres', name: 'Ana Torres Villanueva', charge: 'S', permissions: [...MODULE_CODES] },
    {
      username: 'luis.quispe',
      name: 'Luis Quispe Mamani',
      charge: 'D',
      permissions: ['D01', 'D02', 'D03', 'M01', 'U01'],
    },
    { username: 'rosa.mamani', name: 'Rosa Mamani Condori', charge: 'C', permissions: ['T02', '000'] },
  ],
  CUSCO: [{ username: 'elena.huaman', name: 'Elena Huamán Ccori', charge: 'S', permissions: [...MODULE_CODES] }],
};

/** The last user of LIMA, so that everyone else keeps name and role. */
const CASHIER_OF_LIMA: DemoUser = {
  id: '1099',
  office_id: 'LIMA',
  username: CASHIER,
  name: 'Elena Caja Rojas',
  charge: 'C',
  permissions: ['D04', 'D05', 'U01'],
};

/** A dispatcher with the modules of the profile, so that «Por atender» has somebody to work on it. */
const DISPATCHER_OF_LIMA: DemoUser = {
  id: '1098',
  office_id: 'LIMA',
  username: 'carla.rios',
  name: 'Carla Ríos Medina',
  charge: 'D',
  permissions: [...(STANDARD_PROFILES.find(({ name }) => name === 'Despachador')?.modules ?? [])],
};

/** @returns the users of the demonstration. Every office has an administrator in addition to the known people. */
export function demoUsers(random: Random): DemoUser[] {
  const taken = new Set(Object.values(KNOWN).flatMap((people) => people.map(({ username }) => username)));
  const users = OFFICES.flatMap(({ id: office, users: count, firstId }) => {
    const known = KNOWN[office] ?? [];
    return Array.from({ length: count }, (_, place) => {
      const person = known[place];
      const name = person ? undefined : nextName(random, taken);
      const role = person ?? (place === known.length ? ADMINISTRATOR : random.pick(ROLES));
      return {
        id: String(firstId + place),
        office_id: office,
        username: person?.username ?? name?.username ?? '',
        name: person?.name ?? name?.full ?? '',
        charge: role.charge,
        permissions: [...role.permissions],
      };
    });
  });
  return [...users, DISPATCHER_OF_LIMA, CASHIER_OF_LIMA];
}
