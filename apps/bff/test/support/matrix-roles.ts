import { CHARGE_ALL_OFFICES, isModuleCode, MODULE_CODES, type ModuleCode } from '@despacho/contracts';
import { WHO, type Who } from './access-matrix.ts';

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

const APART: Partial<Record<Who, Role>> = {
  'S of LIMA': { office: 'LIMA', charge: CHARGE_ALL_OFFICES, modules: MODULE_CODES },
  'G01 of AREQUIPA': { office: 'AREQUIPA', charge: 'A', modules: ['G01'] },
  'S of CUSCO': { office: 'CUSCO', charge: CHARGE_ALL_OFFICES, modules: MODULE_CODES },
};

/** The users behind the columns of the access matrix: most have the modules in their name. `nobody` has not signed in. */
export const ROLES: ReadonlyMap<Who, Role> = new Map(
  WHO.filter((who) => who !== 'nobody').map((who) => [
    who,
    APART[who] ?? ofLima(who.split(' ').filter((code) => isModuleCode(code))),
  ]),
);
