/** Query parameter with the courier of the open route sheet. */
const SHEET = 'hoja';

/** @returns the courier whose route sheet is in the URL, or null. */
export function readSheet(params: URLSearchParams): string | null {
  const value = params.get(SHEET) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? value : null;
}

/** @returns the URL parameters with this sheet, or without one; other parameters are kept. */
export function writeSheet(courierId: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  written.delete(SHEET);
  if (courierId !== null) written.set(SHEET, courierId);
  return written;
}
