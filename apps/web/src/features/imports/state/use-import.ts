import {
  type ColumnChoice,
  type FixBody,
  importOperations,
  type ImportPreview,
  writeColumnMap,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/http/call.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { type ForAllLines } from '../rules/column-choice.ts';
import { refusedFile } from '../rules/check-file.ts';
import { type Readable, wantedOf } from '../rules/import-texts.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

const NONE: ReadonlySet<number> = new Set();

/** How to read a file, as the person chose. Without columns, those of the line are remembered or recognised. */
interface FileChoice extends ColumnChoice {
  /** Client of lines without one; empty for none. */
  client: string;
  /** Date of lines without one, as `2026-11-25`; empty for none. */
  date: string;
}

/** What a file is read with. Without `as`, columns are remembered or recognised by their headings. */
interface Reading {
  chosen: File;
  as: FileChoice | undefined;
  goesOnMapping: boolean;
}

/**
 * State of one import, from choosing a file to the receipt. A failed step keeps the previous state, so that it can be
 * retried.
 */
export function useImport(officeId: string) {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [choice, setChoice] = useState<FileChoice>();
  const [isMapping, setMapping] = useState(false);
  const [preview, setPreview] = useState<ImportPreview>();
  const [hasFixes, setFixes] = useState(false);
  const [included, setIncluded] = useState(NONE);
  /** The same for every retry of one import, so that a lost response does not import the file twice. */
  const [key, setKey] = useState('');
  const include = (lines: ReadonlySet<number>): void => {
    setIncluded(lines);
    setKey(crypto.randomUUID());
  };
  const show = (next: ImportPreview | undefined, goesOnMapping = false): void => {
    setPreview(next);
    setMapping(goesOnMapping && next?.readable === true);
    setFixes(false);
    include(NONE);
  };
  const read = useMutation({
    mutationFn: ({ chosen, as }: Reading) =>
      call(importOperations['imports.preview'], {
        query: {
          officeId,
          fileName: chosen.name,
          ...(as && { columns: writeColumnMap(as) }),
          ...(as?.client && { client: as.client }),
          ...(as?.date && { date: as.date }),
        },
        upload: { content: chosen, mediaType: mediaTypeOf(chosen.name) },
      }),
    onSuccess: (next, { goesOnMapping }) => show(next, goesOnMapping),
  });
  const fix = useMutation({
    // One after the other, in the order in which they were typed.
    scope: { id: 'import-fixes' },
    mutationFn: ({ id, change }: { id: string; change: FixBody }) =>
      call(importOperations['imports.fix'], { params: { id }, query: { officeId }, body: change }),
    onSuccess: ({ rows, good, broken, doubtful }, { id }) => {
      const fixed = new Map(rows.map((row) => [row.line, row]));
      setPreview((now) =>
        now?.readable === true && now.id === id
          ? { ...now, good, broken, doubtful, rows: now.rows.map((row) => fixed.get(row.line) ?? row) }
          : now,
      );
      setFixes(true);
      // Lines that are no longer doubtful cannot be included.
      const lines = new Set(doubtful.map(({ line }) => line));
      include(new Set([...included].filter((line) => lines.has(line))));
    },
  });
  const write = useMutation({
    mutationFn: (of: Readable) =>
      call(importOperations['imports.commit'], {
        params: { id: of.id },
        query: { officeId },
        // If the number of orders no longer matches, nothing is imported.
        body: { orders: wantedOf(of, included).orders, include: [...included] },
        idempotencyKey: key,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ordersKeys.all(officeId) }),
  });
  const reset = (): void => {
    write.reset();
    fix.reset();
    read.reset();
  };
  const start = (chosen: File, as?: FileChoice, goesOnMapping = false): void => {
    const refused = refusedFile(chosen);
    setFile(chosen);
    setRefusal(refused);
    setChoice(as);
    reset();
    // Columns stay on the screen while the file is read with them.
    if (!as) show(undefined);
    if (refused === undefined) read.mutate({ chosen, as, goesOnMapping });
  };
  return {
    /** Undefined until chosen. Kept after a connection failure. */
    file,
    /** Why the chosen file was not sent. */
    refusal,
    preview,
    /** Doubtful lines to import. */
    included,
    receipt: write.data,
    isReading: read.isPending,
    isFixing: fix.isPending,
    isImporting: write.isPending,
    /** The person chooses columns, although the file can be read. */
    isMapping,
    /** Choices and fixes would be lost by closing. */
    isDirty: !write.data && (included.size > 0 || hasFixes || fix.isPending || choice !== undefined),
    /** Lines were fixed in this preview. */
    hasFixes,
    /** Why the last step failed. */
    failure: write.error ?? read.error,
    /** Why the last fix was not stored. */
    fixFailure: fix.error,
    choose: (chosen: File): void => {
      start(chosen);
    },
    /** Uploads the same file again. */
    readAgain: (): void => {
      if (file) start(file, choice);
    },
    /** Reads the file again with other columns. */
    readAs: (as: FileChoice): void => {
      if (file) start(file, as);
    },
    /** Reads the headings from another line; the person then chooses columns again. */
    readHeadings: (line: number, forAll: ForAllLines): void => {
      const date = /^\d{4}-\d\d-\d\d$/.test(forAll.date) ? forAll.date : '';
      if (file) start(file, { ...forAll, line, columns: [], date }, true);
    },
    setMapping,
    include,
    /** Replaces the text of one column in invalid lines. */
    fix: (change: FixBody): void => {
      if (preview?.readable === true && !write.isPending) fix.mutate({ id: preview.id, change });
    },
    commit: (): void => {
      if (preview?.readable === true && !write.isPending && !fix.isPending) write.mutate(preview);
    },
    /** Starts over with another file. */
    restart: (): void => {
      setFile(undefined);
      setRefusal(undefined);
      setChoice(undefined);
      reset();
      show(undefined);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
