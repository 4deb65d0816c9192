import { type ColumnChoice, writeColumnMap } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusedFile } from '../rules/check-file.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

/** How to read a file, as the person chose. */
export interface FileChoice<Key extends string = string> {
  /** Columns are remembered or recognised without them; without any of a line, by the headings of that line. */
  columns?: ColumnChoice<Key>;
  sheet?: number;
  encoding?: string;
}

/** @returns the part of a request for a preview that every import has. */
export const fileRequest = (officeId: string, chosen: File, { columns, sheet, encoding }: FileChoice) => ({
  query: {
    officeId,
    fileName: chosen.name,
    ...(columns && { columns: writeColumnMap(columns) }),
    ...(sheet !== undefined && { sheet: String(sheet) }),
    ...(encoding !== undefined && { encoding }),
  },
  upload: { content: chosen, mediaType: mediaTypeOf(chosen.name) },
});

interface Steps<Choice, Preview> {
  /** Requests a preview from the service. */
  send: (chosen: File, as: Choice) => Promise<Preview>;
  /** Called before a file is read, again or for the first time. */
  onReading?: () => void;
  /** Called with each preview and before another file, to clear choices about the previous lines. */
  onRead: () => void;
}

/**
 * State of a file from choosing it to its preview. A failed step keeps the previous state, so that it can be retried.
 */
export function useFileReading<Choice extends FileChoice, Preview extends { readable: boolean }>({
  send,
  onReading,
  onRead,
}: Steps<Choice, Preview>) {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [choice, setChoice] = useState({} as Choice);
  const [isMapping, setMapping] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const read = useMutation({
    mutationFn: ({ chosen, as }: { chosen: File; as: Choice; goesOnMapping: boolean }) => send(chosen, as),
    onSuccess: (next, { goesOnMapping }) => {
      setPreview(next);
      setMapping(goesOnMapping && next.readable);
      onRead();
    },
  });
  /** Starts with another file, or none. */
  const begin = (chosen: File | undefined, refused?: string): void => {
    setFile(chosen);
    setRefusal(refused);
    setChoice({} as Choice);
    setPreview(undefined);
    setMapping(false);
    read.reset();
    onReading?.();
    onRead();
  };
  return {
    /** Undefined until chosen. Kept after a connection failure. */
    file,
    /** Why the chosen file was not sent. */
    refusal,
    choice,
    preview,
    setPreview,
    /** The person chooses columns, although the file can be read. */
    isMapping,
    setMapping,
    isReading: read.isPending,
    failure: read.error,
    begin,
    choose: (chosen: File): void => {
      const refused = refusedFile(chosen);
      begin(chosen, refused);
      if (refused === undefined) read.mutate({ chosen, as: {} as Choice, goesOnMapping: false });
    },
    /** Reads the file again. The screen keeps its content meanwhile. */
    readAs: (as: Choice, goesOnMapping = false): void => {
      if (!file) return;
      setChoice(as);
      onReading?.();
      read.mutate({ chosen: file, as, goesOnMapping });
    },
  };
}
