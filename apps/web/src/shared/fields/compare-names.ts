const collator = new Intl.Collator('es-PE', { numeric: true });

/** Compares two names for sorting in Peruvian order: É with e, ñ after n, 2 before 10. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
