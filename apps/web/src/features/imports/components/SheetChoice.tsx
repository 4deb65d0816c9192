import { type ImportSource } from '@despacho/contracts/dispatch';
import { type RefObject } from 'react';
import { Select } from '#shared/ui/Select/Select.tsx';
import { rowCount } from '../rules/import-texts.ts';
import { type Import } from '../state/use-import.ts';

interface Props {
  source: ImportSource;
  work: Pick<Import, 'isReading' | 'readSheet'>;
  frame: RefObject<HTMLElement | null>;
}

/** Lets the person choose which sheet of a workbook is read. */
export function SheetChoice({ source: { sheet, sheets }, work, frame }: Props) {
  if (sheets.length < 2) return null;
  return (
    <Select
      frame={frame}
      label="Hoja"
      value={String(sheet)}
      options={sheets.map(({ place, name, rows }) => ({ value: String(place), label: `${name} (${rowCount(rows)})` }))}
      disabled={work.isReading}
      onChange={(place) => work.readSheet(Number(place))}
    />
  );
}
