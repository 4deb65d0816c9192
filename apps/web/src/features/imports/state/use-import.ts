import { type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { commitImport, previewImport } from '../api/import-calls.ts';
import { refusedFile } from '../rules/check-file.ts';
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
  isImporting: boolean;
  /** Why the last step failed. */
  failure: Error | null;
  choose: (file: File) => void;
  /** Uploads the same file again. */
  readAgain: () => void;
  include: (lines: ReadonlySet<number>) => void;
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
  const [included, setIncluded] = useState(NONE);
  /** The same for every retry of one import. */
  const [key, setKey] = useState('');
  const include = (lines: ReadonlySet<number>): void => {
    setIncluded(lines);
    setKey(crypto.randomUUID());
  };
  const read = useMutation({
    mutationFn: (chosen: File) => previewImport(officeId, chosen),
    onSuccess: () => {
      include(NONE);
    },
  });
  const write = useMutation({
    mutationFn: (preview: Readable) =>
      commitImport(
        officeId,
        { id: preview.id, orders: wantedOf(preview, included).orders, include: [...included] },
        key,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ordersKeys.all(officeId) }),
  });
  const start = (chosen: File): void => {
    const refused = refusedFile(chosen);
    setFile(chosen);
    setRefusal(refused);
    write.reset();
    read.reset();
    if (refused === undefined) read.mutate(chosen);
  };
  return {
    file,
    refusal,
    preview: read.data,
    included,
    receipt: write.data,
    isReading: read.isPending,
    isImporting: write.isPending,
    failure: write.error ?? read.error,
    choose: start,
    readAgain: () => {
      if (file) start(file);
    },
    include,
    commit: () => {
      const preview = read.data;
      if (preview?.readable === true && !write.isPending) write.mutate(preview);
    },
    restart: () => {
      setIncluded(NONE);
      setFile(undefined);
      setRefusal(undefined);
      write.reset();
      read.reset();
    },
  };
}
