import { type Courier } from '@despacho/contracts/dispatch';

/** Whether each courier is present, by id, as far as the person marked it. */
export type Marks = ReadonlyMap<string, boolean>;

/** @returns the couriers whose mark differs from what is stored. */
export function attendanceOf(
  couriers: readonly Pick<Courier, 'id' | 'state'>[],
  marks: Marks,
): { absent: string[]; present: string[] } {
  const changed = couriers.filter(({ id, state }) => marks.has(id) && marks.get(id) !== (state === 'activo'));
  return {
    absent: changed.filter(({ id }) => marks.get(id) === false).map(({ id }) => id),
    present: changed.filter(({ id }) => marks.get(id) === true).map(({ id }) => id),
  };
}
