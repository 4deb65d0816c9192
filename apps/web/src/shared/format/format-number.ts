const NUMBER = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 1 });

/** @returns a number in Peruvian format: 1,234.5. At most one decimal. */
export const formatNumber = (value: number): string => NUMBER.format(value);

/** @param value not zero. @returns a difference with its sign: +12.5, −3. */
export const signedNumber = (value: number): string => `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}`;
