import { type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { commitImport, previewImport } from '../api/import-calls.ts';
import { refusedFile } from '../rules/check-file.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

/** A file as the service read it, and the name under which it is imported, however often that is tried. */
interface Previewed {
  preview: ImportPreview;
  key: string;
}

export interface Import {
  /** Undefined until one was chosen. It stays when the connection drops. */
  file: File | undefined;
  /** Why the chosen file was not even sent. */
  refusal: string | undefined;
  preview: ImportPreview | undefined;
  receipt: ImportReceipt | undefined;
  isReading: boolean;
  isImporting: boolean;
  /** Why the last step did not work. */
  failure: Error | null;
  choose: (file: File) => void;
  /** Reads the same file again. */
  readAgain: () => void;
  commit: () => void;
  /** Begins with another file. */
  restart: () => void;
}

/** One import from the choice of a file to its receipt. What has been reached stays when a step fails, to be tried again. */
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
