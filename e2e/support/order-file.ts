/** Columns of the imported files. */
const HEADER = 'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha;Desde;Hasta;Cobro (S/)';

/** @returns a day in Peru in the local notation: 24/11/2026. @param days after today. */
export const dayInPeru = (days: number): string =>
  new Intl.DateTimeFormat('es-PE', {
    timeZone: 'America/Lima',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(Date.now() + days * 86_400_000));

export const todayInPeru = (): string => dayInPeru(0);

/** @returns a word that is unique in the run, so that a test finds only its own orders. */
export const ownWord = (name: string): string => `${name}${Math.random().toString(36).slice(2, 8)}`;

interface FileOptions {
  /** Start of each recipient's name. */
  word: string;
  lines: number;
  district: string;
  /** Without references, orders are recognised only by their data. */
  references?: boolean;
  /** Code, RUC or name; by default the code of a client. */
  client?: string;
  /** Replaced cells by line number as in a spreadsheet: 2 is the first order. */
  broken?: Readonly<Record<number, readonly [column: number, text: string]>>;
}

/** @returns a file of orders, each with a cobro of S/ 10.50, like one from a client. */
export function orderFile({ word, lines, district, references = true, client = 'C0001', broken = {} }: FileOptions): {
  name: string;
  mimeType: string;
  buffer: Buffer;
} {
  const today = todayInPeru();
  const rows = Array.from({ length: lines }, (_, index) => {
    const line = index + 2;
    const number = String(index + 1).padStart(3, '0');
    const cells = [
      client,
      references ? `${word}-${number}` : '',
      `${word} ${number}`,
      '987 654 321',
      `Calle Sucre ${index + 1}`,
      district,
      today,
      '08:00',
      '20:00',
      '10.50',
    ];
    const slip = broken[line];
    if (slip) cells[slip[0]] = slip[1];
    return cells.join(';');
  });
  return { name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...rows, ''].join('\r\n')) };
}

/** Index of each column, for invalid cells. */
export const COLUMN = { recipient: 2, phone: 3, address: 4, district: 5, date: 6, from: 7, collect: 9 } as const;
