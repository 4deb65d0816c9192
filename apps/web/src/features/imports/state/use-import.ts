import { type FixBody, type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { commitImport, type FileChoice, fixLines, previewImport } from '../api/import-calls.ts';
import { refusedFile } from '../rules/check-file.ts';
import { withFixed } from '../rules/with-fixed.ts';
import { wantedOf } from '../rules/wanted-of.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

const NONE: ReadonlySet<number> = new Set();

export interface Import {
  /** Undefined until chosen. Kept after a connection failure. */
  file: File | undefined;
  /** Why the chosen file was not sent. */
  refusal: string | undefined;
  preview: ImportPreview | undefined;
  /** Doubtful lines to import. */
  included: ReadonlySet<number>;
  receipt: ImportReceipt | undefined;
  isReading: boolean;
  isFixing: boolean;
  isImporting: boolean;
  /** The person chooses columns, although the file can be read. */
  isMapping: boolean;
  /** Choices and fixes would be lost by closing. */
  isDirty: boolean;
  /** Lines were fixed in this preview. */
  hasFixes: boolean;
  /** Why the last step failed. */
  failure: Error | null;
  /** Why the last fix was not stored. */
  fixFailure: Error | null;
  choose: (file: File) => void;
  /** Uploads the same file again. */
  readAgain: () => void;
  /** Reads the file again with other columns. */
  readAs: (choice: FileChoice) => void;
  /** Reads the headings from another line; the person then chooses columns again. */
  readHeadings: (line: number, client: string) => void;
  setMapping: (mapping: boolean) => void;
  include: (lines: ReadonlySet<number>) => void;
  /** Replaces the text of one column in invalid lines. */
  fix: (change: FixBody) => void;
  commit: () => void;
  /** Starts over with another file. */
  restart: () => void;
}

/**
 * State of one import, from choosing a file to the receipt. A failed step keeps the previous state, so that it can be
 * retried.
 */
export function useImport(officeId: string): Import {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [choice, setChoice] = useState<FileChoice>();
  const [isMapping, setMapping] = useState(false);
  const [preview, setPreview] = useState<ImportPreview>();
  const [hasFixes, setFixes] = useState(false);
  const [included, setIncluded] = useState(NONE);
  /** The same for every retry of one import. */
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
    mutationFn: ({ chosen, as }: { chosen: File; as: FileChoice | undefined; goesOnMapping: boolean }) =>
      previewImport(officeId, chosen, as),
    onSuccess: (next, { goesOnMapping }) => {
      show(next, goesOnMapping);
    },
  });
  const fix = useMutation({
    // One after the other, in the order in which they were typed.
    scope: { id: 'import-fixes' },
    mutationFn: ({ id, change }: { id: string; change: FixBody }) => fixLines(officeId, id, change),
    onSuccess: (fixed, { id }) => {
      setPreview((now) => (now?.readable === true && now.id === id ? withFixed(now, fixed) : now));
      setFixes(true);
      // Lines that are no longer doubtful cannot be included.
      const doubtful = new Set(fixed.doubtful.map(({ line }) => line));
      include(new Set([...included].filter((line) => doubtful.has(line))));
    },
  });
  const write = useMutation({
    mutationFn: (of: Readable) =>
      commitImport(officeId, { id: of.id, orders: wantedOf(of, included).orders, include: [...included] }, key),
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
    file,
    refusal,
    preview,
    included,
    receipt: write.data,
    isReading: read.isPending,
    isFixing: fix.isPending,
    isImporting: write.isPending,
    isMapping,
    isDirty: !write.data && (included.size > 0 || hasFixes || fix.isPending || choice !== undefined),
    hasFixes,
    failure: write.error ?? read.error,
    fixFailure: fix.error,
    choose: (chosen) => {
      start(chosen);
    },
    readAgain: () => {
      if (file) start(file, choice);
    },
    readAs: (as) => {
      if (file) start(file, as);
    },
    readHeadings: (line, ofClient) => {
      if (file) start(file, { line, columns: [], client: ofClient }, true);
    },
    setMapping,
    include,
    fix: (change) => {
      if (preview?.readable === true && !write.isPending) fix.mutate({ id: preview.id, change });
    },
    commit: () => {
      if (preview?.readable === true && !write.isPending && !fix.isPending) write.mutate(preview);
    },
    restart: () => {
      setFile(undefined);
      setRefusal(undefined);
      setChoice(undefined);
      reset();
      show(undefined);
    },
  };
}
