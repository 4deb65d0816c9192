import { PRESENCE_ACTIVITIES } from '@despacho/contracts/dispatch';
import { type PresentPerson } from './presence-store.ts';

/** @returns the first word of a name, which is enough among colleagues. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';

/**
 * @returns in one sentence who is working on an order: «Ana está asignando esta orden», «Ana y Luis están en esta
 * orden».
 */
export function presenceText(present: readonly PresentPerson[]): string {
  const [first, ...others] = present;
  if (!first) return '';
  const names = present.map(({ actor }) => firstNameOf(actor.user));
  if (others.length === 0) return `${names[0]} ${PRESENCE_ACTIVITIES[first.doing]} esta orden`;
  const last = names.pop();
  return `${names.join(', ')} y ${last} están en esta orden`;
}
