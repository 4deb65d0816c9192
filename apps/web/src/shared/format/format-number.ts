const NUMBER = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1 });

/** @returns a number in Peruvian format: 1,234.5. At most one decimal. */
export const formatNumber = (value: number): string => NUMBER.format(value);
