import { type ColumnChoice, type TablePreview } from '@despacho/contracts/dispatch';
import { type Question } from '../rules/import-choices.ts';
import { type FileChoice, fileRequest, useFileReading } from './use-file-reading.ts';

interface TableChoice extends FileChoice {
  /** Cells whose suggestions are meant, as `tableQuery` describes them. */
  accepted?: readonly string[];
}

const requestOf = (officeId: string, chosen: File, as: TableChoice) => {
  const { query, upload } = fileRequest(officeId, chosen, as);
  return { query: { ...query, ...(as.accepted && { accepted: as.accepted.join(',') }) }, upload };
};

/**
 * State of a file with one item per row, from choosing it to its preview.
 * @param send requests a preview from the service.
 * @param onRead called with each new file or preview, to clear choices about the previous lines.
 */
export function useTableImport<Key extends string, Line>(
  officeId: string,
  send: (file: ReturnType<typeof requestOf>) => Promise<TablePreview<Key, Line>>,
  onRead: () => void,
) {
  const reading = useFileReading({
    send: (chosen, as: TableChoice) => send(requestOf(officeId, chosen, as)),
    onRead,
  });
  const { choice, preview, isMapping, readAs } = reading;
  // Other columns or another encoding have other cells.
  const { accepted = [], ...shape } = choice;
  return {
    ...reading,
    /** The columns to choose, if they are chosen now. */
    layout: isMapping || preview?.readable === false ? preview?.layout : undefined,
    answered: new Set<Question>(choice.encoding === undefined ? [] : ['encoding']),
    readAgain: (): void => readAs(choice),
    readColumns: (columns: ColumnChoice): void => readAs({ ...shape, columns }),
    /** Reads the headings from another line; the person then chooses columns again. */
    readHeadings: (line: number): void => readAs({ ...shape, columns: { line, columns: [] } }, true),
    /** Reads another sheet, which has its own columns. */
    readSheet: (sheet: number): void => readAs({ sheet }),
    readEncoding: (encoding: string): void => readAs({ ...shape, encoding }),
    /** Takes the suggestion for a cell, and for all with the same text. */
    accept: (line: number, key: string): void => readAs({ ...choice, accepted: [...accepted, `${line}-${key}`] }),
    restart: (): void => reading.begin(undefined),
  };
}

export type TableWork<Key extends string, Line> = ReturnType<typeof useTableImport<Key, Line>>;
