import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '#shared/http/server-clock.ts';
import { type Action } from '../rules/action.ts';
import { receiptSummary } from '../rules/receipt.ts';
import { undoTimeLeft } from '../rules/undo.ts';

/** Minimum time that a success stays visible, in milliseconds. */
const MIN_MS = 10_000;

/** Calls `onEnd` once a successful action can no longer be undone. Never after a failure. */
export function useAutoDismiss(action: Action | undefined, all: readonly Action[], onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!action || receiptSummary(action).tone !== 'good') return;
    const timer = setTimeout(() => end(), Math.max(MIN_MS, undoTimeLeft(action, all, serverNow())));
    return () => clearTimeout(timer);
  }, [action, all]);
}
