const NUMBER = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1 });

/** @returns a figure as Peru writes it: 1,234.5. At most one decimal. */
export const formatNumber = (value: number): string => NUMBER.format(value);
