const SOLES = new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param centimos whole céntimos. @returns the amount in Peruvian format: «S/ 1,234.50». */
export const formatSoles = (centimos: number): string => `S/ ${SOLES.format(centimos / 100)}`;
