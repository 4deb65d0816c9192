/**
 * The amount as fields show it and read it back, so it is not left to `Intl`, whose signs depend on the browser.
 * @param centimos whole céntimos. @returns «1,234.50».
 */
export const plainSoles = (centimos: number): string => (centimos / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');

/** @param centimos whole céntimos. @returns the amount in Peruvian format: «S/ 1,234.50». */
export const formatSoles = (centimos: number): string => `S/ ${plainSoles(centimos)}`;
