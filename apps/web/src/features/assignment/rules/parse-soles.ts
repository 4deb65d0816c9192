/** As one types it, with or without the commas of the thousands: 1,234.50. */
const TYPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\d+(?:\.\d{1,2})?$/;

/** @returns céntimos of what was typed in soles, or null where that is no sum. */
export function parseSoles(typed: string): number | null {
  const text = typed.trim().replace(/^S\/\.?\s*/i, '');
  return TYPED.test(text) ? Math.round(Number(text.replaceAll(',', '')) * 100) : null;
}
