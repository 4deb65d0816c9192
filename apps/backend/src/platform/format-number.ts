/** @returns a number as people in Peru write it: 10,000. */
export const formatNumber = (value: number): string => new Intl.NumberFormat('es-PE').format(value);

/** @param centimos an amount. @returns it as people in Peru write it: «S/ 1,234.50». */
export const formatSoles = (centimos: number): string =>
  `S/ ${new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2 }).format(centimos / 100)}`;
