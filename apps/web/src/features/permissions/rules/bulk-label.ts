/**
 * @param count of people in the list who would receive the module, or lose it.
 * @returns what a column's action says: «Dar a 2 usuarios que no lo tienen».
 */
export function bulkLabel(on: boolean, count: number): string {
  if (count === 0) return on ? 'Nadie a quien dárselo' : 'Nadie a quien quitárselo';
  const [people, have] = count === 1 ? ['usuario', 'tiene'] : ['usuarios', 'tienen'];
  return on ? `Dar a ${count} ${people} que no lo ${have}` : `Quitar a ${count} ${people} que lo ${have}`;
}
