export type { FieldRoute as Day } from '@despacho/contracts/dispatch';
export type { RouteStop as Stop } from './offline/types.ts';
