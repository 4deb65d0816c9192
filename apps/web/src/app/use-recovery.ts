import { useCallback, useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { HttpFailure } from '../shared/http/failure.ts';
import { reloadWhenServed } from './reload-when-served.ts';

/** Milliseconds between tries nobody asked for. The calls themselves add theirs. */
const AUTOMATIC_RETRY = 5000;

/**
 * Leaves an error screen again: on demand, when the browser is back online, and for an outage also by itself.
 * A part of the application that broke or never arrived is helped by a reload alone.
 * @param error what the router caught.
 */
export function useRecovery(error: unknown): { busy: boolean; outage: boolean; retry: () => void } {
  const { state, revalidate } = useRevalidator();
  const outage = error instanceof HttpFailure;
  const retry = useCallback(() => {
    void (outage ? revalidate() : reloadWhenServed());
  }, [outage, revalidate]);

  useEffect(() => {
    if (!outage) return;
    const timer = setTimeout(retry, AUTOMATIC_RETRY);
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
    };
    // Each failed try brings a new error, and with it the next wait.
  }, [outage, retry, error]);

  return { busy: state === 'loading', outage, retry };
}
