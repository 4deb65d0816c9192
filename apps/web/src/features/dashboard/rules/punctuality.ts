import { type PunctualityFigures } from '@despacho/contracts/dispatch';

interface Kept {
  met: number;
  due: number;
}

/** Those with broken promises, most of them first. */
export const worstFirst = <T extends Kept>(groups: readonly T[]): T[] =>
  groups.filter(({ met, due }) => met < due).toSorted((one, other) => other.due - other.met - (one.due - one.met));

const WEEK = 7;
const POINTS = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1, signDisplay: 'always' });

/** @returns the difference to the same day of the week before: «, −1.2 puntos que hace una semana»; '' if unknown. */
export function weekAgoText(days: PunctualityFigures['days']): string {
  const [now, before] = [days.at(-1), days.at(-1 - WEEK)];
  if (!now || !before || now.due === 0 || before.due === 0) return '';
  const points = (100 * now.met) / now.due - (100 * before.met) / before.due;
  const text = POINTS.format(Math.round(points * 10) / 10).replace('-', '−');
  return Math.abs(points) < 0.05 ? ', igual que hace una semana' : `, ${text} puntos que hace una semana`;
}
