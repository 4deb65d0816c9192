import { type Zone, ZONE_COLORS, type ZoneInput } from '@despacho/contracts/dispatch';

type Form = Pick<Zone, keyof ZoneInput>;

const TEXTS: { [Field in keyof Form]: (before: Form[Field], after: Form[Field]) => string } = {
  name: (before, after) => `nombre: ${before} → ${after}`,
  color: (before, after) => `color: ${ZONE_COLORS[before]} → ${ZONE_COLORS[after]}`,
  corners: ({ length }, after) =>
    length === after.length ? 'forma: esquinas movidas' : `forma: ${length} → ${after.length} esquinas`,
};

const textOf = <Field extends keyof Form>(field: Field, before: Form[Field], after: Form[Field]): string =>
  JSON.stringify(before) === JSON.stringify(after) ? '' : TEXTS[field](before, after);

/** @returns what differs between two versions of a zone: «nombre: Sur → Sur 2; forma: 4 → 6 esquinas». */
export const changeText = (before: Form, after: Form): string =>
  (Object.keys(TEXTS) as (keyof Form)[])
    .flatMap((field) => textOf(field, before[field], after[field]) || [])
    .join('; ');
