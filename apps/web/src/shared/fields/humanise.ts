/** Parts of field names that are written in capitals. */
const ACRONYMS = new Set(['id', 'ruc', 'dni', 'url', 'gps', 'igv', 'qr']);

/** @returns a field's name in words: `fechaUltimaCompra` → «Fecha ultima compra», `RUC_cliente` → «RUC cliente». */
export function humanise(key: string): string {
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()));
  const text = words.join(' ');
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : key;
}
