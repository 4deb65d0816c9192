/** @returns how an office is called under a person's name: «Oficina Lima». */
export function officeLabel(name: string): string {
  return /^(oficina|sede|sucursal)\b/i.test(name) ? name : `Oficina ${name}`;
}
