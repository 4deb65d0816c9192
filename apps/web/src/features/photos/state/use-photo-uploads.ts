import { type EvidenceKind } from '@despacho/contracts/dispatch';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { announce } from '#shared/hooks/announce.ts';
import { shrinkPhoto, UnreadablePhoto } from '#shared/pictures/shrink-photo.ts';
import { addPhoto, refetchPhotos } from '../api/photo-queries.ts';
import { mustShrink, photoFault, unreadableText } from '../rules/check-photo.ts';

export interface PhotoUpload {
  /** The idempotency key of every attempt: a photo that arrived unnoticed is not added again. */
  key: string;
  file: File;
  state: 'waiting' | 'shrinking' | 'sending' | 'added' | 'failed' | 'cancelled';
  /** Bytes that are sent, once known. */
  bytes?: number;
  fault?: string;
  /** The kind under which the order already has the same file; it does not change. */
  knownAs?: EvidenceKind;
  /** Whether another attempt may succeed. */
  mayRetry?: boolean;
}

/** The gateway accepts as many of one person. */
const AT_ONCE = 2;

const isPending = ({ state }: PhotoUpload): boolean => state === 'waiting';

/** Whether the service refused the file itself: too large, or not a photo. */
const isFinal = (error: unknown): boolean => error instanceof HttpFailure && [400, 413, 415].includes(error.status);

function newUpload(file: File): PhotoUpload {
  const upload = { key: crypto.randomUUID(), file };
  const fault = photoFault(file);
  return fault === undefined ? { ...upload, state: 'waiting' } : { ...upload, state: 'failed', fault };
}

/**
 * Uploads photos of one order, two at a time: each is made small in the browser, then sent. Those not sent yet stop when
 * the component is removed.
 */
export function usePhotoUploads(officeId: string, orderId: string, given: readonly File[]) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState(() => given.map(newUpload));
  const [isRunning, setRunning] = useState(false);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  const change = (key: string, to: Partial<PhotoUpload>): void => {
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));
  };

  async function send({ key, file }: PhotoUpload, kind: EvidenceKind, signal: AbortSignal): Promise<boolean> {
    try {
      let content: Blob = file;
      if (mustShrink(file)) {
        change(key, { state: 'shrinking' });
        content = await shrinkPhoto(file);
      }
      signal.throwIfAborted();
      change(key, { state: 'sending', bytes: content.size });
      const added = await addPhoto(officeId, { orderId, kind, content, signal }, key);
      const isKnown = added.kind !== kind;
      change(key, { state: 'added', ...(isKnown && { knownAs: added.kind }) });
      return !isKnown;
    } catch (error) {
      if (signal.aborted) change(key, { state: 'cancelled' });
      else if (error instanceof UnreadablePhoto) change(key, { state: 'failed', fault: unreadableText(file) });
      else change(key, { state: 'failed', fault: failureText(error), mayRetry: !isFinal(error) });
      return false;
    }
  }

  return {
    uploads,
    isRunning,
    add: (files: readonly File[]): void => {
      setUploads((all) => [...all, ...files.map(newUpload)]);
    },
    remove: (key: string): void => {
      setUploads((all) => all.filter((each) => each.key !== key));
    },
    /** Stops the current upload, and does not start the others. */
    cancel: (): void => {
      abort.current.abort();
    },
    /**
     * Sends waiting files, and retries failed and cancelled ones. @returns whether all were added without a message.
     */
    start: async (kind: EvidenceKind): Promise<boolean> => {
      if (isRunning) return false;
      abort.current = new AbortController();
      const { signal } = abort.current;
      const queue = uploads.filter((each) => isPending(each) || each.state === 'cancelled' || each.mayRetry === true);
      const again = new Set(queue.map(({ key }) => key));
      setUploads((all) =>
        all.map((each) => (again.has(each.key) ? { key: each.key, file: each.file, state: 'waiting' } : each)),
      );
      setRunning(true);
      let added = 0;
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          if (signal.aborted) change(next.key, { state: 'cancelled' });
          else if (await send(next, kind, signal)) added += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      setRunning(false);
      if (added > 0) {
        announce(added === 1 ? 'Foto agregada' : `${added} fotos agregadas`);
        void refetchPhotos(client, officeId);
      }
      return uploads.every(({ key, state }) => state === 'added' || again.has(key)) && added === again.size;
    },
  };
}
