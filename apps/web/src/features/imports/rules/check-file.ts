import { MAX_IMPORT_BYTES } from '@despacho/contracts/dispatch';

/** What the file chooser of a browser offers. */
export const ACCEPTED = '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const KNOWN = /\.(csv|txt|xlsx)$/i;

/** @returns why a file is not even sent, in words; nothing where it may be. The service looks at what is in it. */
export function refusedFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!KNOWN.test(name)) return `«${name}» no es CSV ni Excel (.xlsx). Guárdelo con uno de esos formatos.`;
  if (size === 0) return `«${name}» está vacío.`;
  if (size > MAX_IMPORT_BYTES)
    return `«${name}» pesa más de ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Divídalo en varios archivos.`;
  return undefined;
}
