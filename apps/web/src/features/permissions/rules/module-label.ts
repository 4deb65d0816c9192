import { MODULE_CODES, MODULES, type ModuleCode } from '@despacho/contracts';

function repeated(name: string): boolean {
  return MODULE_CODES.filter((code) => MODULES[code].name === name).length > 1;
}

/**
 * @returns the name of a module for use in a sentence. Two modules are named «Clientes»; the one in a section of
 * another name gets that section in parentheses: «Clientes (Dashboard)».
 */
export function moduleLabel(code: ModuleCode): string {
  const { name, section } = MODULES[code];
  return repeated(name) && section !== name ? `${name} (${section})` : name;
}
