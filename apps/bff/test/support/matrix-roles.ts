import { CHARGE_ALL_OFFICES, MODULE_CODES, type ModuleCode } from '@despacho/contracts';
import { type Who } from './access-matrix.ts';

/** The company of each office. */
export const COMPANY_OF: Readonly<Record<string, string>> = {
  LIMA: '20600000001',
  AREQUIPA: '20600000001',
  CUSCO: '20600000099',
};

export interface Role {
  office: string;
  charge: string;
  modules: readonly ModuleCode[];
}

const ofLima = (modules: readonly ModuleCode[]): Role => ({ office: 'LIMA', charge: 'O', modules });

/** The users behind the columns of the access matrix; `nobody` has not signed in. */
export const ROLES: ReadonlyMap<Who, Role> = new Map<Who, Role>([
  ['none', ofLima([])],
  ...MODULE_CODES.map((code): [Who, Role] => [code, ofLima([code])]),
  ['S of LIMA', { office: 'LIMA', charge: CHARGE_ALL_OFFICES, modules: MODULE_CODES }],
  ['G01 of AREQUIPA', { office: 'AREQUIPA', charge: 'A', modules: ['G01'] }],
  ['S of CUSCO', { office: 'CUSCO', charge: CHARGE_ALL_OFFICES, modules: MODULE_CODES }],
]);
