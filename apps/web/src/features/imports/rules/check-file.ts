import { MAX_IMPORT_BYTES } from '@despacho/contracts/dispatch';

/** The `accept` attribute of the file input. */
export const ACCEPTED = '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const KNOWN = /\.(csv|txt|xlsx)$/i;

/**
 * @returns why a file is rejected before sending, as text; undefined if it may be sent. The service checks its
 * content.
 */
export function refusedFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!KNOWN.test(name)) return `«${name}» no es CSV ni Excel (.xlsx). Guárdelo con uno de esos formatos.`;
  if (size === 0) return `«${name}» está vacío.`;
  if (size > MAX_IMPORT_BYTES)
    return `«${name}» pesa más de ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Divídalo en varios archivos.`;
  return undefined;
}
