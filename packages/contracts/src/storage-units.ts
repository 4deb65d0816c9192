/**
 * Divisors of the storage indicator. They are neither binary nor decimal: 1,050,625 is 1025², 1,075,840,000 is 1024 ×
 * 1025². Kept so that the figures match those customers have seen for years (specification, section 9).
 */
export const BYTES_PER_SHOWN_MB = 1_050_625;
export const BYTES_PER_SHOWN_GB = 1_075_840_000;

/** Above this many displayed megabytes, the used storage is shown in gigabytes. */
export const SHOWN_MB_LIMIT = 1024;

/** Percentages of a company's storage from which a warning appears: log, metric and sidebar. */
export const STORAGE_WARNINGS = [80, 95] as const;

/**
 * @param used and `total` in bytes.
 * @returns the highest warning that the used share has reached; undefined for none, and without storage.
 */
export const storageWarningOf = (used: number, total: number): (typeof STORAGE_WARNINGS)[number] | undefined =>
  total > 0 ? STORAGE_WARNINGS.findLast((percent) => used * 100 >= percent * total) : undefined;
