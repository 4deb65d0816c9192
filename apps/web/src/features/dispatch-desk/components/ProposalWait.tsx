import { useState } from 'react';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { waitAfter } from '#features/session/rules/wait-text.ts';
import styles from './SortWindow.module.css';

/** Seconds within which the service answers with the best that it has found. */
const MAX_SECONDS = 8;

interface Props {
  /** What is computed: «Buscando un orden mejor». */
  label: string;
  /** Why there is no proposal; null or undefined while it is computed. */
  error: unknown;
  /** A retry is pending. */
  busy: boolean;
  onRetry: () => void;
  /** Closes the window, which cancels the computation. */
  onCancel: () => void;
}

/** In place of a proposal: its progress, or why it failed and when to try again; and a button to leave. */
export function ProposalWait({ label, error, busy, onRetry, onCancel }: Props) {
  const wait = waitAfter(error);
  return (
    <>
      {error ? (
        <>
          <ErrorState error={error} onRetry={onRetry} busy={busy} />
          {wait > 0 && !busy && <p className={styles['wait']}>Se puede reintentar en {wait} s.</p>}
        </>
      ) : (
        <>
          <Progress label={label} />
          <Skeletons label={label} count={4} height={64} className="stack-3" />
        </>
      )}
      <WindowFoot>
        <Button onClick={onCancel}>Cancelar</Button>
      </WindowFoot>
    </>
  );
}

function Progress({ label }: { label: string }) {
  const [begun] = useState(() => Date.now());
  const seconds = Math.max(0, useSeconds(true).getTime() - begun) / 1000;
  return (
    <p className={styles['progress']}>
      <span>
        {label}… {seconds < MAX_SECONDS ? `A lo más ${MAX_SECONDS} segundos.` : 'Está por responder.'}
      </span>
      <progress aria-label={label} max={MAX_SECONDS} value={Math.min(seconds, MAX_SECONDS)} />
    </p>
  );
}
