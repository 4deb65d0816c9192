import { localOf } from '@despacho/contracts/dispatch';

/* Separate from the rule of working days, which the pages use too. */
export { instantOf, localOf, partsOf } from '@despacho/contracts/dispatch';

/** «30/11 a las 14:05». */
export function momentText(instant: Date, timeZone: string): string {
  const { date, time } = localOf(instant, timeZone);
  return `${date.slice(8)}/${date.slice(5, 7)} a las ${time.slice(0, 5)}`;
}
