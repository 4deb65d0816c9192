/** Says whose route sheet is shown in place of the desk. */
const SHEET = 'hoja';

/** @returns the courier whose sheet an address names, or null. */
export function readSheet(params: URLSearchParams): string | null {
  const said = params.get(SHEET) ?? '';
  return /^[1-9]\d{0,14}$/.test(said) ? said : null;
}

/** @returns the address with this sheet, or none; what it says of other things is kept. */
export function writeSheet(courierId: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  written.delete(SHEET);
  if (courierId !== null) written.set(SHEET, courierId);
  return written;
}
