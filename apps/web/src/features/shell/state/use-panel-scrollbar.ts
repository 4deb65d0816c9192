import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { usesCustomScrollbar } from '../rules/custom-scrollbar.ts';

const load = afterFirstRows(() => import('./panel-scrollbar.ts'));

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** `platform` is deprecated, but every browser supports it. */
// oxlint-disable-next-line no-restricted-globals -- the name of the system, which every browser has
const isWanted = () => usesCustomScrollbar(innerWidth, navigator);

/** Adds the custom scrollbar to a panel where it applies. Until it has loaded, the panel scrolls without one. */
export function usePanelScrollbar(panel: HTMLElement | null): void {
  const isOn = useSyncExternalStore(onResize, isWanted);
  const part = useLazyModule(load);
  useLayoutEffect(() => {
    // The browser's own scrollbar takes space, which the content would gain later.
    panel?.toggleAttribute('data-without-scrollbar', isOn);
  }, [isOn, panel]);
  useEffect(() => (isOn && panel !== null ? part?.addScrollbar(panel) : undefined), [isOn, panel, part]);
}
