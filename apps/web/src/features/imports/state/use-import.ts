import {
  type ClientsBody,
  type ColumnChoice,
  type FixBody,
  type FixedLines,
  type ImportColumnKey,
  importOperations,
  type ImportPreview,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#shared/http/call.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { type ForAllLines } from '../rules/column-choice.ts';
import { type Question, questionsOf, type Readable, chosenLines } from '../rules/import-choices.ts';
import { type FileChoice, fileRequest, useFileReading } from './use-file-reading.ts';

const NONE: ReadonlySet<number> = new Set();
const NO_QUESTIONS: ReadonlySet<Question> = new Set();

interface OrdersChoice extends FileChoice<ImportColumnKey> {
  /** Client of lines without one; empty for none. */
  client?: string;
  /** Date of lines without one, as `2026-11-25`; empty for none. */
  date?: string;
  includesHidden?: boolean;
  includesCrossed?: boolean;
  skipsColumns?: boolean;
}

/** @returns a preview with lines that were validated again. */
function withFixed(preview: Readable, { rows, ...counts }: FixedLines): Readable {
  const fixed = new Map(rows.map((row) => [row.line, row]));
  return { ...preview, ...counts, rows: preview.rows.map((row) => fixed.get(row.line) ?? row) };
}

/** State of one import, from choosing a file to the receipt. */
export function useImport(officeId: string) {
  const client = useQueryClient();
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
  const sendClients = (id: string, body: ClientsBody) =>
    call(importOperations['imports.clients'], { params: { id }, query: { officeId }, body });
  const { file, choice, preview, setPreview, begin, readAs, ...reading } = useFileReading({
    send: async (chosen, as: OrdersChoice): Promise<ImportPreview> => {
      const { query, upload } = fileRequest(officeId, chosen, as);
      const next = await call(importOperations['imports.preview'], {
        query: {
          ...query,
          ...(as.client && { client: as.client }),
          ...(as.date && { date: as.date }),
          ...(as.includesHidden && { hidden: 'include' }),
          ...(as.includesCrossed && { crossed: 'include' }),
          ...(as.skipsColumns && { hiddenColumns: 'skip' }),
        },
        upload,
      });
      if (!clients || !next.readable || next.unknownClients.asked.length === 0) return next;
      // The same answers apply; if they no longer do, the person is asked again.
      return sendClients(next.id, clients).then(
        (fixed) => withFixed(next, fixed),
        () => next,
      );
    },
    onReading: () => {
      write.reset();
      fix.reset();
      answer.reset();
    },
    onRead: () => {
      setFixes(false);
      include(NONE);
      takeOut(NONE);
    },
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
  const forget = (): void => {
    setAnswered(NO_QUESTIONS);
    setClients(undefined);
  };
  const open = preview?.readable === true ? questionsOf(preview).filter((each) => !answered.has(each)) : [];
  const settle = (question: Question): void => setAnswered(new Set([...answered, question]));
  return {
    ...reading,
    file,
    preview,
    /** Doubtful lines to import. */
    included,
    /** Lines that the person took out. */
    takenOut,
    /** Questions that must be answered before the import. */
    open,
    receipt: write.data,
    isFixing: fix.isPending || answer.isPending,
    isImporting: write.isPending,
    /** Choices and fixes would be lost by closing. */
    isDirty:
      !write.data &&
      (included.size > 0 || takenOut.size > 0 || hasFixes || fix.isPending || Object.keys(choice).length > 0),
    /** Lines were fixed in this preview. */
    hasFixes,
    /** Why the last step failed. */
    failure: write.error ?? reading.failure,
    /** Why the last fix was not stored. */
    fixFailure: fix.error ?? answer.error,
    choose: (chosen: File): void => {
      forget();
      reading.choose(chosen);
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
    restart: (): void => {
      forget();
      begin(undefined);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
