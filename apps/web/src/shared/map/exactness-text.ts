import { type Exactness, PLACE_DEGREES, PLACE_ORIGINS } from '@despacho/contracts/dispatch';
import { formatNumber } from '../format/format-number.ts';

/** @returns how exactly a place is known, and from what: «Calle, a 500 m: entre puertas conocidas». */
export const exactnessText = ({ degree, source, radius }: Exactness): string =>
  `${PLACE_DEGREES[degree]}, a ${formatNumber(radius)} m: ${PLACE_ORIGINS[source].toLowerCase()}`;
