import { type Evidence, VISIT_STATES } from '@despacho/contracts/dispatch';

/** @returns the mark of a photo whose visit does not count for its order; undefined for any other photo. */
export const visitMark = ({ visitState }: Pick<Evidence, 'visitState'>): string | undefined =>
  visitState === 'pendiente' || visitState === 'rechazada' ? VISIT_STATES[visitState] : undefined;
