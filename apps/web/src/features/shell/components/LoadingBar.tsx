import { useEffect, useReducer } from 'react';
import { useNavigation } from 'react-router-dom';
import { pendingRequests } from '#shared/http/activity.ts';
import { useStore } from '#shared/state/store.ts';
import { loadingBar, movesLoadingBar } from '../rules/loading-bar.ts';
import styles from './LoadingBar.module.css';
import { TIMINGS } from '../rules/timings.ts';

/** The thin red progress bar at the top while requests or a navigation are pending. Hidden from screen readers. */
export function LoadingBar() {
  const [progress, dispatch] = useReducer(loadingBar, 0);
  const requests = useStore(pendingRequests);
  const navigates = movesLoadingBar(useNavigation());
  const isPending = requests > 0 || navigates;

  useEffect(() => {
    if (!isPending) return;
    dispatch({ type: 'start' });
    const ticking = setInterval(() => dispatch({ type: 'tick', random: Math.random() }), TIMINGS.loadingTick);
    return () => {
      clearInterval(ticking);
      dispatch({ type: 'complete' });
    };
  }, [isPending]);

  const isFull = progress === 100;
  useEffect(() => {
    if (!isFull) return;
    const reset = setTimeout(() => dispatch({ type: 'reset' }), TIMINGS.loadingReset);
    return () => clearTimeout(reset);
  }, [isFull]);

  return (
    <div
      aria-hidden="true"
      className={styles['bar']}
      data-loading-bar={progress.toFixed(1)}
      data-idle={progress === 0 || undefined}
      data-full={isFull || undefined}
      style={{ transform: `scaleX(${progress / 100})` }}
    />
  );
}
