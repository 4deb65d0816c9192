import { type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { commitImport, previewImport } from '../api/import-calls.ts';
import { refusedFile } from '../rules/check-file.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

/** A parsed file and its idempotency key, the same for every retry. */
interface Previewed {
  preview: ImportPreview;
  key: string;
}

export interface Import {
  /** Undefined until chosen. Kept after a connection failure. */
  file: File | undefined;
  /** Why the chosen file was not sent. */
  refusal: string | undefined;
  preview: ImportPreview | undefined;
  receipt: ImportReceipt | undefined;
  isReading: boolean;
  isImporting: boolean;
  /** Why the last step failed. */
  failure: Error | null;
  choose: (file: File) => void;
  /** Uploads the same file again. */
  readAgain: () => void;
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
  const read = useMutation({
    mutationFn: async (chosen: File): Promise<Previewed> => ({
      preview: await previewImport(officeId, chosen),
      key: crypto.randomUUID(),
    }),
  });
  const write = useMutation({
    mutationFn: ({ preview, key }: { preview: Readable; key: string }) =>
      commitImport(officeId, { id: preview.id, orders: preview.good }, key),
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
    preview: read.data?.preview,
    receipt: write.data,
    isReading: read.isPending,
    isImporting: write.isPending,
    failure: write.error ?? read.error,
    choose: start,
    readAgain: () => {
      if (file) start(file);
    },
    commit: () => {
      const previewed = read.data;
      if (previewed?.preview.readable !== true || write.isPending) return;
      write.mutate({ preview: previewed.preview, key: previewed.key });
    },
    restart: () => {
      setFile(undefined);
      setRefusal(undefined);
      write.reset();
      read.reset();
    },
  };
}
