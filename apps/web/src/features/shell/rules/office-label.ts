/** @returns the office's label under the user's name: «Oficina: Lima». */
export function officeLabel(name: string): string {
  return /^(oficina|sede|sucursal)\b/i.test(name) ? name : `Oficina: ${name}`;
}
