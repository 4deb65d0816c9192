import { describe, expect, it } from 'vitest';
import { readFile } from '#work/imports/read-file.ts';
import { zipped } from '#test/hostile-workbooks.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const container = (stream: string): Buffer => Buffer.concat([OLE, Buffer.alloc(512), Buffer.from(stream, 'utf16le')]);
const format = (bytes: Buffer | string): string => {
  const file = readFile(Buffer.from(bytes));
  return file.kind === 'no-table' ? file.format : file.kind;
};

describe('the format of a file', () => {
  it.each([
    ['html', '<html><table><tr><td>Cliente</td></tr></table></html>'],
    ['html', '\ufeff\n<!-- x -->\n<TABLE border=1><tr><td>x'],
    ['html', '<?xml version="1.0"?><!DOCTYPE html><html/>'],
    ['html', Buffer.from('\ufeff<html><body>', 'utf16le')],
    ['html', 'MIME-Version: 1.0\nX-Document-Type: Workbook'],
    ['xml', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'],
    ['xml', '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>'],
    ['json', '[{"cliente":"C0001"}]'],
    ['json', '{ "pedidos": [] }'],
    ['json', '[\n["C0001","Rosa"]]'],
    ['pdf', '%PDF-1.7\n%x'],
    ['xls', container('Workbook')],
    ['xls', Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00])],
    ['encrypted', container('EncryptedPackage')],
    ['unknown', container('WordDocument')],
    ['unknown', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3])],
    ['unknown', Buffer.from('PK\u0003\u0004 and nothing more')],
    ['unknown', '{\\rtf1 x}'],
  ])('is recognized: %s', (name, bytes) => {
    expect(format(bytes)).toBe(name);
  });

  it('is recognized: ods, but no other OpenDocument or Office archive', async () => {
    const mimetype = 'application/vnd.oasis.opendocument.spreadsheet';
    expect(format(await zipped({ mimetype, 'content.xml': '<x/>' }))).toBe('ods');
    expect(format(await zipped({ 'word/document.xml': '<x/>' }))).toBe('unknown');
  });

  it('is encrypted if one file of the archive requires a password', async () => {
    const bytes = await zipped({ 'xl/workbook.xml': '<workbook/>' });
    const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8);
    expect(format(bytes)).toBe('encrypted');
  });

  it.each(['[Cliente];[Fecha]\n1;2', '{x};y', 'PKG;Cliente\n1;2', '<5 kg;x', '"a";"b"', 'ID;P;x', ''])(
    'is a table for the text %j',
    (text) => {
      expect(format(text)).toBe('sheet');
    },
  );

  it('is a table for text that ends with the MS-DOS end-of-file mark', () => {
    expect(readFile(Buffer.from('a;b\r\n1;2\r\n\u001a'))).toMatchObject({ rows: [{ line: 1 }, { line: 2 }] });
  });
});
