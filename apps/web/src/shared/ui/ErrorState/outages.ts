import { createContext, type RefObject, useContext, useId, useLayoutEffect, useRef } from 'react';
import { describeFailure } from '../../format/describe-failure.ts';
import { HttpFailure } from '../../http/failure.ts';
import { createStore, useStore } from '../../state/store.ts';

type Place = RefObject<Element | null>;

/** A part of the page that failed to load. */
interface FailedPart {
  id: string;
  cause: string;
  place: Place;
  retry: () => void;
}

/** @returns a store of failed parts, in document order, which report each cause once. */
export const createOutages = () => createStore<readonly FailedPart[]>([]);

/** Failed parts that are visible together: those of the page, or of the modal window in front of it. */
export const OutagesContext = createContext(createOutages());

const UNREACHABLE = new Set([0, 502, 503, 504]);

/** @returns the same text for failures with the same cause: an unreachable service, or the same message. */
function causeOf(error: unknown): string {
  const detail = error instanceof HttpFailure ? error.problem?.detail : undefined;
  const isUnreachable =
    error instanceof HttpFailure && UNREACHABLE.has(error.status) && error.kind !== 'upstream-broken';
  return isUnreachable && detail === undefined ? 'unreachable' : `${describeFailure(error).title} ${detail ?? ''}`;
}

const isBefore = (one: Place, { current: other }: Place): boolean =>
  other !== null && Boolean((one.current?.compareDocumentPosition(other) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Lists a part as failed while it is mounted and has an error.
 * @param error null while the part has not failed.
 * @param place the part's element while it has failed.
 * @returns whether this part is the topmost one with its cause and so reports it, and a function that retries all parts
 * with that cause.
 */
export function useOutage(error: unknown, retry: () => void, place: Place): { reports: boolean; retryAll: () => void } {
  const outages = useContext(OutagesContext);
  const id = useId();
  const cause = error === null ? undefined : causeOf(error);
  const latest = useRef(retry);
  useLayoutEffect(() => {
    latest.current = retry;
  });
  // In a layout effect, before painting: two parts that fail together are never both shown as the report.
  useLayoutEffect(() => {
    if (cause === undefined) return undefined;
    const parts = outages.get();
    const next = parts.findIndex((part) => isBefore(place, part.place));
    const part = { id, cause, place, retry: () => latest.current() };
    outages.set(parts.toSpliced(next < 0 ? parts.length : next, 0, part));
    return () => outages.set(outages.get().filter((each) => each !== part));
  }, [outages, id, cause, place]);
  const reports = useStore(outages, (parts) => parts.find((part) => part.cause === cause)?.id === id);
  const retryAll = (): void => {
    for (const part of outages.get()) if (part.cause === cause) part.retry();
  };
  return { reports, retryAll };
}
