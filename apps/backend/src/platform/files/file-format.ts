import { type NoTable } from './sheet.ts';

type Format = NoTable['format'];

/** Characters of a text that are examined. */
const EXAMINED = 65_536;

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Whether a file starts with the first record of an Excel 2 to 4 workbook, which has no OLE container. */
const isBiff = ([type, version = 255, length = 255, zero]: Uint8Array): boolean =>
  type === 9 && [0, 2, 4, 8].includes(version) && [4, 6, 8].includes(length) && zero === 0;

/** Share of control characters above which a file is not text. */
const BINARY_SHARE = 0.01;
// oxlint-disable-next-line no-control-regex -- It counts control characters.
const CONTROL = /[\0-\u0008\u000e-\u0019\u001b-\u001f]/g;

/** @returns the format of a file that is neither a workbook nor text; undefined for text and archives. */
export function binaryFormat(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    if (bytes.includes(wide('EncryptedPackage'))) return 'encrypted';
    return bytes.includes(wide('Workbook')) || bytes.includes(wide('Book')) ? 'xls' : 'unknown';
  }
  const start = bytes.subarray(0, 1024).toString('latin1');
  if (isBiff(bytes)) return 'xls';
  return /^\s*%PDF-/.test(start) ? 'pdf' : undefined;
}

/** @returns the format of a text that is not a CSV table; undefined if it may be one. */
export function textFormat(text: string): Format | undefined {
  const examined = text.slice(0, EXAMINED);
  const start = examined.replace(/^[\s\ufeff]+/, '').slice(0, 4096);
  if ((examined.match(CONTROL)?.length ?? 0) > examined.length * BINARY_SHARE) return 'unknown';
  if (
    /^(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|style|script|div|p|center|font)\b/is.test(start)
  )
    return 'html';
  if (/^MIME-Version:/i.test(start)) return 'html';
  if (/^<\?xml\b/i.test(start)) return /^<\?xml[^>]*>\s*(?:<!doctype\s+html|<html)\b/i.test(start) ? 'html' : 'xml';
  if (/^<(?:[a-z_][\w:.-]*[\s/>]|!--|!doctype)/i.test(start)) return 'xml';
  if (start.startsWith('{\\rtf')) return 'unknown';
  return /^(?:\{\s*(?:"[^"]*"\s*:|\})|\[\s*(?:[{[\]]|"[^"]*"\s*[,\]]|-?\d[\d.eE+-]*\s*[,\]]))/.test(start)
    ? 'json'
    : undefined;
}
