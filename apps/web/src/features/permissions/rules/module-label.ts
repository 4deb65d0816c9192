import { MODULE_CODES, MODULES, type ModuleCode } from '@despacho/contracts';

function repeated(name: string): boolean {
  return MODULE_CODES.filter((code) => MODULES[code].name === name).length > 1;
}

/**
 * @returns the name of a module as a sentence can use it. Two modules share the name «Clientes», so the one whose section
 * is called otherwise says which it is: «Clientes (Dashboard)».
 */
export function moduleLabel(code: ModuleCode): string {
  const { name, section } = MODULES[code];
  return repeated(name) && section !== name ? `${name} (${section})` : name;
}
