import { type SessionView } from '@despacho/contracts';

/** What names a person: the same user name may exist in two branches. */
export const personOf = ({ sucursal, username }: Pick<SessionView, 'sucursal' | 'username'>): string =>
  JSON.stringify([sucursal, username]);

/** @returns the module codes the person holds, unknown ones among them. */
export const modulesOf = ({ permissionsList }: Pick<SessionView, 'permissionsList'>): string[] =>
  permissionsList.map(({ module }) => module);
