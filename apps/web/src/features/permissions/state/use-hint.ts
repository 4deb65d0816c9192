import { useCallback, useRef, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';

/** How long a hint stays, in milliseconds: enough to read a short sentence twice. */
const HINT_MS = 5000;

/** Shows and announces a hint, and hides it after a few seconds. */
export function useHint(): readonly [hint: string | null, show: (text: string) => void] {
  const [hint, setHint] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((text: string) => {
    clearTimeout(timer.current);
    setHint(text);
    announce(text);
    timer.current = setTimeout(() => setHint(null), HINT_MS);
  }, []);
  return [hint, show];
}
