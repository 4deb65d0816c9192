import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { rereadSession } from '#features/session/state/session.ts';
import { HttpFailure } from '#shared/http/failure.ts';

/** Reloads the page once the server answers: a reload during an outage would end on the browser's error page. */
async function reloadWhenServed(): Promise<void> {
  const served = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (served?.ok) location.reload();
}

/** Milliseconds between automatic attempts. The http layer adds two retries to each. */
const AUTOMATIC_RETRY = 5000;

/**
 * Leaves an error screen: on demand and, during an outage, after a pause and when the browser is online again. If a
 * part of the application crashed or did not load, only a reload helps.
 * @param error what the router caught. An `HttpFailure` means an outage: only reading the session throws one there.
 */
export function useRecovery(error: unknown): { busy: boolean; outage: boolean; retry: () => void } {
  const { state, revalidate } = useRevalidator();
  const outage = error instanceof HttpFailure;
  const retry = (): void => void (outage ? revalidate() : reloadWhenServed());

  useEffect(() => {
    if (!outage) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = (): void => {
      clearTimeout(timer);
      // In the background, so that automatic attempts open no pop-up.
      rereadSession({ background: 'recovery' }).then(
        () => void (left || revalidate()),
        () => {
          if (!left) timer = setTimeout(attempt, AUTOMATIC_RETRY);
        },
      );
    };
    timer = setTimeout(attempt, AUTOMATIC_RETRY);
    addEventListener('online', attempt);
    return () => {
      left = true;
      clearTimeout(timer);
      removeEventListener('online', attempt);
    };
  }, [outage, revalidate, error]);

  return { busy: state === 'loading', outage, retry };
}
