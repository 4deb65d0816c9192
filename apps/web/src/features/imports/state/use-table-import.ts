import { type ColumnChoice, type TablePreview, writeColumnMap } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusedFile } from '../rules/check-file.ts';
import { type Question } from '../rules/import-choices.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

/** How to read a file, as the person chose. */
interface TableChoice {
  columns?: ColumnChoice;
  sheet?: number;
  encoding?: string;
  /** Cells whose suggestions were accepted, as `tableQuery` describes them. */
  accepted?: readonly string[];
}

/** The request for a preview. */
interface SentTable {
  query: { officeId: string; fileName: string; columns?: string; sheet?: string; encoding?: string; accepted?: string };
  upload: { content: File; mediaType: string };
}

/**
 * State of a file with one item per row, from choosing it to its preview. A failed step keeps the previous state, so
 * that it can be retried.
 * @param send requests a preview from the service.
 * @param onRead called with each new file or preview, to clear choices about the previous lines.
 */
export function useTableImport<Key extends string, Line>(
  officeId: string,
  send: (file: SentTable) => Promise<TablePreview<Key, Line>>,
  onRead: () => void,
) {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [choice, setChoice] = useState<TableChoice>({});
  const [isMapping, setMapping] = useState(false);
  const [preview, setPreview] = useState<TablePreview<Key, Line>>();
  const read = useMutation({
    mutationFn: ({ chosen, as }: { chosen: File; as: TableChoice; goesOnMapping: boolean }) =>
      send({
        query: {
          officeId,
          fileName: chosen.name,
          ...(as.columns && { columns: writeColumnMap(as.columns) }),
          ...(as.sheet !== undefined && { sheet: String(as.sheet) }),
          ...(as.encoding !== undefined && { encoding: as.encoding }),
          ...(as.accepted && { accepted: as.accepted.join(',') }),
        },
        upload: { content: chosen, mediaType: mediaTypeOf(chosen.name) },
      }),
    onSuccess: (next, { goesOnMapping }) => {
      setPreview(next);
      setMapping(goesOnMapping && next.readable);
      onRead();
    },
  });
  const begin = (chosen: File | undefined, refused: string | undefined): void => {
    setFile(chosen);
    setRefusal(refused);
    setChoice({});
    setPreview(undefined);
    setMapping(false);
    read.reset();
    onRead();
  };
  /** Reads the file again. The screen keeps its content meanwhile. */
  const readAs = (as: TableChoice, goesOnMapping = false): void => {
    if (!file) return;
    setChoice(as);
    read.mutate({ chosen: file, as, goesOnMapping });
  };
  // Other columns or another encoding have other cells.
  const { accepted = [], ...shape } = choice;
  return {
    file,
    /** Why the chosen file was not sent. */
    refusal,
    preview,
    /** The columns to choose, if they are chosen now. */
    layout: isMapping || preview?.readable === false ? preview?.layout : undefined,
    isReading: read.isPending,
    isMapping,
    failure: read.error,
    answered: new Set<Question>(choice.encoding === undefined ? [] : ['encoding']),
    setMapping,
    choose: (chosen: File): void => {
      const refused = refusedFile(chosen);
      begin(chosen, refused);
      if (refused === undefined) read.mutate({ chosen, as: {}, goesOnMapping: false });
    },
    readAgain: (): void => readAs(choice),
    readColumns: (columns: ColumnChoice): void => readAs({ ...shape, columns }),
    /** Reads the headings from another line; the person then chooses columns again. */
    readHeadings: (line: number): void => readAs({ ...shape, columns: { line, columns: [] } }, true),
    /** Reads another sheet, which has its own columns. */
    readSheet: (sheet: number): void => readAs({ sheet }),
    readEncoding: (encoding: string): void => readAs({ ...shape, encoding }),
    /** Takes the suggestion for a cell, and for all with the same text. */
    accept: (line: number, key: string): void => readAs({ ...choice, accepted: [...accepted, `${line}-${key}`] }),
    restart: (): void => begin(undefined, undefined),
  };
}

export type TableWork<Key extends string, Line> = ReturnType<typeof useTableImport<Key, Line>>;
