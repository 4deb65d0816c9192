/** @returns a number as people in Peru write it: 10,000. */
export const formatNumber = (value: number): string => new Intl.NumberFormat('es-PE').format(value);
