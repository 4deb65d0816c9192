import { type Exactness, PLACE_DEGREES, PLACE_ORIGINS } from '@despacho/contracts/dispatch';
import { formatNumber } from '../format/format-number.ts';

/**
 * @param radius meters.
 * @returns «a menos de 100 m», «a menos de 1.2 km».
 */
export const withinText = (radius: number): string =>
  `a menos de ${radius < 1000 ? `${radius} m` : `${formatNumber(radius / 1000)} km`}`;

/** @returns how exactly a place is known, and from what: «Calle, a menos de 500 m: entre puertas conocidas». */
export const exactnessText = ({ degree, source, radius }: Exactness): string =>
  `${PLACE_DEGREES[degree]}, ${withinText(radius)}: ${PLACE_ORIGINS[source].toLowerCase()}`;
