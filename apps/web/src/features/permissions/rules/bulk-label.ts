/**
 * @param count number of people shown who would gain or lose the module. @returns the label of a column action: «Dar
 * a 2 usuarios que no lo tienen».
 */
export function bulkLabel(on: boolean, count: number): string {
  if (count === 0) return on ? 'Nadie a quien dárselo' : 'Nadie a quien quitárselo';
  const [people, have] = count === 1 ? ['usuario', 'tiene'] : ['usuarios', 'tienen'];
  return on ? `Dar a ${count} ${people} que no lo ${have}` : `Quitar a ${count} ${people} que lo ${have}`;
}
