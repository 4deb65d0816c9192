const ONE = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 0 });

/** @returns a share without decimals: «93 %»; «–» of nothing. Never «100 %» while something is missing. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (100 * part) / whole;
  return `${WHOLE.format(part < whole ? Math.min(99, share) : share)} %`;
}

/** @returns a share with one decimal: «93.4 %»; «–» of nothing. Never «100 %» while something is missing. */
export const precisePercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${ONE.format(part < whole ? Math.min(99.9, (100 * part) / whole) : (100 * part) / whole)} %`;

/** @param share in per mille. @returns «51 %». */
export const shareText = (share: number): string => `${WHOLE.format(share / 10)} %`;
