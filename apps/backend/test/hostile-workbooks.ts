import { type ZipEntry, zipStream } from '#platform/files/zip-stream.ts';

/** A zip archive of these files. */
export async function zipped(files: Record<string, string | Iterable<string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]): ZipEntry => ({
    name,
    content: typeof content === 'string' ? [content] : content,
  }));
  const parts: Buffer[] = [];
  for await (const part of zipStream(entries)) parts.push(part);
  return Buffer.concat(parts);
}

const RELATIONS = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

/** A workbook with this XML as its sheet, and these parts instead of the default ones. */
export const workbookOf = (
  sheet: string | Iterable<string>,
  more: Record<string, string | Iterable<string>> = {},
): Promise<Buffer> =>
  zipped({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="H" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });

function* repeated(text: string, times: number): Generator<string> {
  const block = text.repeat(10_000);
  for (let left = times; left > 0; left -= 10_000) yield left < 10_000 ? text.repeat(left) : block;
}

/** 33 KB that unpack to eleven million elements. */
export const bomb = (): Promise<Buffer> => workbookOf(repeated('<a>', 11_000_000));

/** As many empty elements as fit into a part, to test the XML limits. */
export const elementsBomb = (): Promise<Buffer> =>
  workbookOf(['<worksheet>', ...repeated('<a/>', 2_000_000), '</worksheet>']);
