import {
  type ClientsBody,
  type ColumnChoice,
  type FixBody,
  type FixedLines,
  type ImportColumnKey,
  importOperations,
  type ImportPreview,
  writeColumnMap,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#shared/http/call.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { type ForAllLines } from '../rules/column-choice.ts';
import { refusedFile } from '../rules/check-file.ts';
import { type Question, questionsOf, type Readable, chosenLines } from '../rules/import-choices.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

const NONE: ReadonlySet<number> = new Set();
const NO_QUESTIONS: ReadonlySet<Question> = new Set();

/** How to read a file, as the person chose. */
interface FileChoice {
  /** Columns are remembered or recognised without them; without any of a line, by the headings of that line. */
  columns?: ColumnChoice<ImportColumnKey>;
  /** Client of lines without one; empty for none. */
  client?: string;
  /** Date of lines without one, as `2026-11-25`; empty for none. */
  date?: string;
  sheet?: number;
  encoding?: string;
  includesHidden?: boolean;
  includesCrossed?: boolean;
  skipsColumns?: boolean;
}

/** The options with which a file is read. */
interface Reading {
  chosen: File;
  as: FileChoice;
  goesOnMapping: boolean;
}

/** @returns a preview with lines that were validated again. */
function withFixed(preview: Readable, { rows, ...counts }: FixedLines): Readable {
  const fixed = new Map(rows.map((row) => [row.line, row]));
  return { ...preview, ...counts, rows: preview.rows.map((row) => fixed.get(row.line) ?? row) };
}

/**
 * State of one import, from choosing a file to the receipt. A failed step keeps the previous state, so that it can be
 * retried.
 */
export function useImport(officeId: string) {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [choice, setChoice] = useState<FileChoice>({});
  const [isMapping, setMapping] = useState(false);
  const [preview, setPreview] = useState<ImportPreview>();
  const [hasFixes, setFixes] = useState(false);
  const [included, setIncluded] = useState(NONE);
  const [takenOut, setTakenOut] = useState(NONE);
  /** Questions about the file that are answered. */
  const [answered, setAnswered] = useState(NO_QUESTIONS);
  /** Answers about clients, which apply again if the file is read again. */
  const [clients, setClients] = useState<ClientsBody>();
  /** The same for every retry of one import, so that a lost response does not import the file twice. */
  const [key, setKey] = useState('');
  const include = (lines: ReadonlySet<number>): void => {
    setIncluded(lines);
    setKey(crypto.randomUUID());
  };
  const takeOut = (lines: ReadonlySet<number>): void => {
    setTakenOut(lines);
    setKey(crypto.randomUUID());
  };
  const show = (next: ImportPreview | undefined, goesOnMapping = false): void => {
    setPreview(next);
    setMapping(goesOnMapping && next?.readable === true);
    setFixes(false);
    include(NONE);
    takeOut(NONE);
  };
  const sendClients = (id: string, body: ClientsBody) =>
    call(importOperations['imports.clients'], { params: { id }, query: { officeId }, body });
  const read = useMutation({
    mutationFn: async ({ chosen, as }: Reading): Promise<ImportPreview> => {
      const next = await call(importOperations['imports.preview'], {
        query: {
          officeId,
          fileName: chosen.name,
          ...(as.columns && { columns: writeColumnMap(as.columns) }),
          ...(as.client && { client: as.client }),
          ...(as.date && { date: as.date }),
          ...(as.sheet !== undefined && { sheet: String(as.sheet) }),
          ...(as.encoding !== undefined && { encoding: as.encoding }),
          ...(as.includesHidden && { hidden: 'include' }),
          ...(as.includesCrossed && { crossed: 'include' }),
          ...(as.skipsColumns && { hiddenColumns: 'skip' }),
        },
        upload: { content: chosen, mediaType: mediaTypeOf(chosen.name) },
      });
      if (!clients || !next.readable || next.unknownClients.asked.length === 0) return next;
      // The same answers apply; if they no longer do, the person is asked again.
      return sendClients(next.id, clients).then(
        (fixed) => withFixed(next, fixed),
        () => next,
      );
    },
    onSuccess: (next, { goesOnMapping }) => show(next, goesOnMapping),
  });
  const merge = (fixed: FixedLines, id: string): void => {
    setPreview((now) => (now?.readable === true && now.id === id ? withFixed(now, fixed) : now));
    setFixes(true);
    // Lines that are no longer doubtful cannot be included.
    const lines = new Set(fixed.doubtful.map(({ line }) => line));
    include(new Set([...included].filter((line) => lines.has(line))));
  };
  const fix = useMutation({
    // One after the other, in the order in which they were typed.
    scope: { id: 'import-fixes' },
    mutationFn: ({ id, change }: { id: string; change: FixBody }) =>
      call(importOperations['imports.fix'], { params: { id }, query: { officeId }, body: change }),
    onSuccess: (fixed, { id }) => merge(fixed, id),
  });
  const answer = useMutation({
    scope: { id: 'import-fixes' },
    mutationFn: ({ id, body }: { id: string; body: ClientsBody }) => sendClients(id, body),
    onSuccess: (fixed, { id, body }) => {
      setClients(body);
      merge(fixed, id);
    },
  });
  const write = useMutation({
    mutationFn: (of: Readable) =>
      call(importOperations['imports.commit'], {
        params: { id: of.id },
        query: { officeId },
        // If the number of orders no longer matches, nothing is imported.
        body: {
          orders: chosenLines(of, { included, takenOut }).imported,
          include: [...included],
          takeOut: [...takenOut],
        },
        idempotencyKey: key,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ordersKeys.all(officeId) }),
  });
  const reset = (): void => {
    write.reset();
    fix.reset();
    answer.reset();
    read.reset();
  };
  /** Starts with another file, or none. */
  const begin = (chosen: File | undefined, refused: string | undefined): void => {
    setFile(chosen);
    setRefusal(refused);
    setChoice({});
    setAnswered(NO_QUESTIONS);
    setClients(undefined);
    reset();
    show(undefined);
  };
  /** Reads the file again. The screen keeps its content meanwhile. */
  const readAs = (as: FileChoice, goesOnMapping = false): void => {
    if (!file) return;
    setChoice(as);
    reset();
    read.mutate({ chosen: file, as, goesOnMapping });
  };
  const open = preview?.readable === true ? questionsOf(preview).filter((each) => !answered.has(each)) : [];
  const settle = (question: Question): void => setAnswered(new Set([...answered, question]));
  return {
    /** Undefined until chosen. Kept after a connection failure. */
    file,
    /** Why the chosen file was not sent. */
    refusal,
    preview,
    /** Doubtful lines to import. */
    included,
    /** Lines that the person took out. */
    takenOut,
    /** Questions that must be answered before the import. */
    open,
    receipt: write.data,
    isReading: read.isPending,
    isFixing: fix.isPending || answer.isPending,
    isImporting: write.isPending,
    /** The person chooses columns, although the file can be read. */
    isMapping,
    /** Choices and fixes would be lost by closing. */
    isDirty:
      !write.data &&
      (included.size > 0 || takenOut.size > 0 || hasFixes || fix.isPending || Object.keys(choice).length > 0),
    /** Lines were fixed in this preview. */
    hasFixes,
    /** Why the last step failed. */
    failure: write.error ?? read.error,
    /** Why the last fix was not stored. */
    fixFailure: fix.error ?? answer.error,
    choose: (chosen: File): void => {
      const refused = refusedFile(chosen);
      begin(chosen, refused);
      if (refused === undefined) read.mutate({ chosen, as: {}, goesOnMapping: false });
    },
    /** Uploads the same file again. */
    readAgain: (): void => readAs(choice),
    /** Reads the file again with other columns. */
    readColumns: (columns: ColumnChoice<ImportColumnKey>, forAll: ForAllLines): void =>
      readAs({ ...choice, ...forAll, columns }),
    /** Reads the headings from another line; the person then chooses columns again. */
    readHeadings: (line: number, forAll: ForAllLines): void => {
      const date = /^\d{4}-\d\d-\d\d$/.test(forAll.date) ? forAll.date : '';
      readAs({ ...choice, ...forAll, date, columns: { line, columns: [] } }, true);
    },
    /** Reads another sheet, which has its own columns and hidden rows. */
    readSheet: (sheet: number): void => {
      setAnswered(new Set<Question>(['sheet', 'encoding']));
      readAs({ sheet });
    },
    /** Reads a text file with another encoding. */
    readEncoding: (encoding: string): void => {
      settle('encoding');
      if (preview?.readable !== true || preview.source.encoding?.used !== encoding) readAs({ ...choice, encoding });
    },
    /** Reads hidden rows like any other, or not. */
    readHidden: (includesHidden: boolean): void => {
      settle('hidden');
      if (preview?.readable === true && preview.hidden.included !== includesHidden)
        readAs({ ...choice, includesHidden });
    },
    /** Reads rows with crossed-out cells like any other, or not. */
    readCrossed: (includesCrossed: boolean): void => {
      settle('crossed');
      if (preview?.readable === true && preview.crossed?.included !== includesCrossed)
        readAs({ ...choice, includesCrossed });
    },
    /** Reads hidden columns, or not. */
    readHiddenColumns: (isRead: boolean): void => {
      settle('columns');
      if (preview?.readable === true && preview.source.hiddenColumns?.read !== isRead)
        readAs({ ...choice, skipsColumns: !isRead });
    },
    /** Confirms the sheet that was read. */
    keepSheet: (): void => settle('sheet'),
    answered,
    answerClients: (body: ClientsBody): void => {
      if (preview?.readable === true && !write.isPending) answer.mutate({ id: preview.id, body });
    },
    setMapping,
    include,
    takeOut,
    /** Replaces the text of one column in invalid lines. */
    fix: (change: FixBody): void => {
      if (preview?.readable === true && !write.isPending) fix.mutate({ id: preview.id, change });
    },
    commit: (): void => {
      if (preview?.readable === true && open.length === 0 && !write.isPending && !fix.isPending && !answer.isPending)
        write.mutate(preview);
    },
    /** Starts over with another file. */
    restart: (): void => begin(undefined, undefined),
  };
}

export type Import = ReturnType<typeof useImport>;
