import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { xlsxCells } from '#test/read-table.ts';
import { FileTooComplex, MAX_BLANK_ROWS } from './file-limits.ts';
import { ZipReader } from './read-zip.ts';
import { unreadableCell } from './sheet.ts';
import { type SheetColumn, xlsxStream } from './xlsx-stream.ts';
import { xmlText } from './xml-text.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
const zipped = (files: Record<string, string>): Promise<Buffer> =>
  whole(zipStream(Object.entries(files).map(([name, content]): ZipEntry => ({ name, content: [content] }))));

const RELATIONS =
  '<Relationships><Relationship Id="rId7" Target="worksheets/hoja.xml"/><Relationship Id="rId8" Target="/xl/worksheets/otra.xml"/></Relationships>';

/** A workbook as spreadsheets write it: shared strings, cell references, namespace prefixes. */
const workbook = (sheet: string, more: Record<string, string> = {}): Promise<Buffer> =>
  zipped({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="Oculta" state="hidden" r:id="rId8"/><x:sheet name="Órdenes" r:id="rId7"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/sharedStrings.xml':
      '<sst><si><t>Cliente</t></si><si><r><t>Dos </t></r><r><t>partes &amp; más</t></r><rPh><t>no</t></rPh></si><si><t/></si></sst>',
    'xl/worksheets/hoja.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/worksheets/otra.xml': '<worksheet><sheetData><row><c t="str"><v>oculta</v></c></row></sheetData></worksheet>',
    ...more,
  });

describe('a workbook', () => {
  it('is read by cell references: shared, rich and plain text, numbers, formulas, gaps', async () => {
    const bytes = await workbook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="B3"><v>45.899999999999999</v></c><c r="C3" t="str"><f>A1&amp;"x"</f><v>fórmula</v></c><c r="D3" t="e"><v>#N/A</v></c><c r="E3" t="b"><v>1</v></c><c r="AA3" t="inlineStr"><is><t> dentro </t></is></c></row>',
    );
    const [first, second, third = []] = xlsxCells(bytes, 10);
    expect([first, second]).toEqual([['Cliente', '', 'Dos partes & más'], []]);
    expect(third.slice(0, 5)).toEqual(['', '45.9', 'fórmula', unreadableCell('error', '#N/A'), 'VERDADERO']);
    expect([third.length, third[26]]).toEqual([27, ' dentro ']);
  });

  it('stops after the maximum number of rows, even if a row claims to be the millionth', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `<row r="${String(index + 1)}"><c><v>1</v></c></row>`).join(
      '',
    );
    expect(xlsxCells(await workbook(rows), 20)).toHaveLength(20);
    const far = xlsxCells(await workbook('<row r="1048576"><c><v>1</v></c></row>'), 20);
    expect([far.length, far.at(-1)]).toEqual([MAX_BLANK_ROWS + 1, ['1']]);
  });

  it('visibly truncates a cell at a thousand characters', async () => {
    const shared = `<sst><si><t>${'s'.repeat(1000)}</t></si><si><t>${'s'.repeat(1200)}</t></si></sst>`;
    const sheet = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>${'i'.repeat(1001)}</t></is></c></row>`;
    expect(xlsxCells(await workbook(sheet, { 'xl/sharedStrings.xml': shared }), 10)).toEqual([
      ['s'.repeat(1000), `${'s'.repeat(1000)}…`, `${'i'.repeat(1000)}…`],
    ]);
  });

  it.each([
    ['no archive', Buffer.from('PK\u0003\u0004 and nothing more')],
    ['no bytes', Buffer.alloc(0)],
  ])('rejects %s', (_, bytes) => {
    expect(() => xlsxCells(bytes, 10)).toThrow();
  });

  it('is rejected without a sheet, with broken XML, or with custom entities', async () => {
    await expect((async () => xlsxCells(await zipped({ 'a.txt': 'x' }), 10))()).rejects.toThrow();
    await expect((async () => xlsxCells(await workbook('<row><c>'), 10))()).rejects.toThrow();
    const bomb =
      '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
    await expect(
      (async () => xlsxCells(await workbook('', { 'xl/worksheets/hoja.xml': bomb }), 10))(),
    ).rejects.toThrow();
  });
});

describe('a zip archive', () => {
  it('is read file by file, each within its limit', async () => {
    const zip = new ZipReader(await zipped({ 'uno.txt': 'hola', 'dos.txt': 'x'.repeat(50_000) }));
    expect(zip.read('uno.txt', 100)?.toString()).toBe('hola');
    expect(zip.read('tres.txt', 100)).toBeUndefined();
    expect(zip.read('dos.txt', 50_000)?.length).toBe(50_000);
    expect(() => zip.read('dos.txt', 49_999)).toThrow(FileTooComplex);
  });

  it('G40: rejects a part that unpacks to more than its declared size', async () => {
    const bytes = await zipped({ 'bomba.txt': 'x'.repeat(2_000_000) });
    // The sizes declared in the directory, which the reader must not trust.
    const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(10, at + 24);
    expect(() => new ZipReader(bytes).read('bomba.txt', 1000)).toThrow(FileTooComplex);
  });

  it('detects a changed byte', async () => {
    const bytes = await zipped({ 'uno.txt': 'hola' });
    const at = bytes.indexOf(deflateRawSync('hola'));
    bytes.writeUInt8(bytes.readUInt8(at + 1) ^ 0x20, at + 1);
    expect(() => new ZipReader(bytes).read('uno.txt', 100)).toThrow();
  });

  it('fails as a whole if the content of a file fails', async () => {
    const content = (function* () {
      yield 'x';
      throw new Error('gone');
    })();
    await expect(whole(zipStream([{ name: 'a', content }]))).rejects.toThrow('gone');
  });
});

describe('a workbook that is written', () => {
  const columns: SheetColumn[] = [
    { header: 'Texto <&>', kind: 'text', width: 10 },
    { header: 'Monto', kind: 'money', width: 10 },
    { header: 'Día', kind: 'date', width: 10 },
  ];

  it('can be read again, without any formula', async () => {
    const bytes = await whole(
      xlsxStream('Órdenes & más', columns, [
        ['=1+1 <b>"x"</b> \u0001\ud800', 45.9, '2026-11-20'],
        [null, null, null],
      ]),
    );
    expect(xlsxCells(bytes, 10)).toEqual([
      ['Texto <&>', 'Monto', 'Día'],
      ['=1+1 <b>"x"</b> ', '45.9', '2026-11-20'],
    ]);
    const sheet = new ZipReader(bytes).read('xl/worksheets/sheet1.xml', 100_000)?.toString() ?? '';
    expect(sheet).toContain('t="inlineStr"');
    expect(sheet).not.toMatch(/<f[ >]/);
  });

  it('states the reference of each row and cell, which some readers require', async () => {
    const wide = Array.from({ length: 28 }, (_, index): SheetColumn => ({
      header: `H${String(index)}`,
      kind: 'whole',
      width: 5,
    }));
    const bytes = await whole(xlsxStream('x', wide, [wide.map((_, index) => (index === 1 ? null : index))]));
    const sheet = new ZipReader(bytes).read('xl/worksheets/sheet1.xml', 100_000)?.toString() ?? '';
    expect([...sheet.matchAll(/<row r="(\d+)">/g)].map(([, number]) => number)).toEqual(['1', '2']);
    const places = [...sheet.matchAll(/<c r="([A-Z]+2)"/g)].map(([, place]) => place);
    expect(places).toHaveLength(28);
    expect([places[0], places[1], places[25], places[26], places[27]]).toEqual(['A2', 'B2', 'Z2', 'AA2', 'AB2']);
  });

  it('pulls rows while it is read, without buffering them', async () => {
    let asked = 0;
    const rows = (function* () {
      for (; asked < 200_000; asked++)
        yield [`fila ${String(asked)} ${Math.random().toString(36)}`, asked, '2026-11-20'];
    })();
    const chunks = xlsxStream('x', columns, rows);
    for (let read = 0; read < 20; read++) await chunks.next();
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(100_000);
    await chunks.return(undefined);
  });

  it('writes only text that XML allows', () => {
    expect(xmlText('a<b>&"\u0000\u0008\t\n😀\ud83d\ufffe')).toBe('a&lt;b&gt;&amp;&quot;\t\n😀');
  });
});
