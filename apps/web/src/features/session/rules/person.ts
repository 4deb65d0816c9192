import { type SessionView } from '@despacho/contracts';

/** Key of a user: the same user name may exist in two branches. */
export const personOf = ({ sucursal, username }: Pick<SessionView, 'sucursal' | 'username'>): string =>
  JSON.stringify([sucursal, username]);

/** @returns the user's module codes, including unknown ones. */
export const modulesOf = ({ permissionsList }: Pick<SessionView, 'permissionsList'>): string[] =>
  permissionsList.map(({ module }) => module);
