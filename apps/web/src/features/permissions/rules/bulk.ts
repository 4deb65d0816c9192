import { MODULE_CODES, type ModuleCode, permissionLock, type User } from '@despacho/contracts';
import { columnLock, type Self } from './locks.ts';
import { codesOf, nextCodes, type Pending, setModule, userKey } from './pending.ts';

/** Result of a bulk action. `cells` is how many cells would change. */
interface Bulk {
  cells: number;
  pending: Pending;
}

function setModules(pending: Pending, user: User, modules: readonly ModuleCode[], on: boolean): Bulk {
  const codes = codesOf(user) ?? [];
  const held = nextCodes(codes, pending.get(userKey(user)));
  const open = modules.filter((module) => held.includes(module) !== on);
  return {
    cells: open.length,
    pending: open.reduce((next, module) => setModule(next, userKey(user), codes, module, on), pending),
  };
}

/** Gives or takes one module for all these users, skipping locked rows. */
export function bulkColumn(pending: Pending, users: readonly User[], module: ModuleCode, on: boolean, me: Self): Bulk {
  if (columnLock(me, module)) return { cells: 0, pending };
  return users
    .filter((user) => !permissionLock(me, user))
    .reduce<Bulk>(
      (sum, user) => {
        const one = setModules(sum.pending, user, [module], on);
        return { cells: sum.cells + one.cells, pending: one.pending };
      },
      { cells: 0, pending },
    );
}

/** Gives or takes every module that the signed-in user may change, for one user. */
export function bulkRow(pending: Pending, user: User, on: boolean, me: Self): Bulk {
  if (permissionLock(me, user)) return { cells: 0, pending };
  return setModules(
    pending,
    user,
    MODULE_CODES.filter((module) => !columnLock(me, module)),
    on,
  );
}
