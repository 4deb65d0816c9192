/** Module codes of the menu, with the Spanish names people see. The codes come from the legacy permission lists. */
export const MODULES = {
  D01: { name: 'Estados', section: 'Dashboard' },
  D02: { name: 'Puntualidad', section: 'Dashboard' },
  D03: { name: 'Productividad', section: 'Dashboard' },
  D04: { name: 'Por atender', section: 'Dashboard' },
  D05: { name: 'Clientes', section: 'Dashboard' },
  D06: { name: 'Actividad', section: 'Dashboard' },
  M01: { name: 'Mapa', section: 'Mapa' },
  U01: { name: 'Asignación', section: 'Asig. Orden(B)' },
  T02: { name: 'Imágenes', section: 'Imágenes' },
  G01: { name: 'Permisos', section: 'Permiso Usuario' },
  '000': { name: 'Clientes', section: 'Clientes' },
} as const satisfies Record<string, { name: string; section: string }>;

export type ModuleCode = keyof typeof MODULES;

/** In menu order. */
export const MODULE_CODES = Object.keys(MODULES) as readonly ModuleCode[];

/** Whether this product uses a code of a permission list. Unknown codes are kept, never dropped. */
export function isModuleCode(code: string): code is ModuleCode {
  return Object.hasOwn(MODULES, code);
}
