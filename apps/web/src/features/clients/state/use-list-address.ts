import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import { type ListAddress, readAddress, writeAddress } from '../rules/list-address.ts';

/** Milliseconds after the last key before the address follows what is typed: a history entry per letter helps nobody. */
const FOLLOW_MS = 120;

/** The list's search, order and columns, kept in the address, so that coming back finds them. */
export function useListAddress(): readonly [ListAddress, (change: Partial<ListAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const said = params.toString();
  const [address, setAddress] = useState(() => readAddress(params));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(said);
  const pending = useRef<() => void>(undefined);
  const here = useLocation().pathname;
  const there = useNavigation().location?.pathname ?? here;
  const isLeaving = there !== here;

  // Somebody else changed the address: back, forward, a link.
  useEffect(() => {
    if (said === written.current) return;
    written.current = said;
    clearTimeout(timer.current);
    pending.current = undefined;
    setAddress(readAddress(new URLSearchParams(said)));
  }, [said]);

  // Whoever presses a row right after the last letter finds the search again on coming back.
  useEffect(() => {
    const write = () => pending.current?.();
    const writeOnEnter = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') write();
    };
    document.addEventListener('pointerdown', write, { capture: true });
    document.addEventListener('keydown', writeOnEnter, { capture: true });
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerdown', write, { capture: true });
      document.removeEventListener('keydown', writeOnEnter, { capture: true });
    };
  }, []);

  // What is written while another page is on its way would stop that page, or end up in its address.
  useEffect(() => {
    if (!isLeaving) return;
    clearTimeout(timer.current);
    pending.current = undefined;
  }, [isLeaving]);

  const change = useCallback(
    (part: Partial<ListAddress>) => {
      const next = { ...address, ...part };
      setAddress(next);
      clearTimeout(timer.current);
      const { pathname } = window.location;
      pending.current = () => {
        clearTimeout(timer.current);
        pending.current = undefined;
        if (window.location.pathname !== pathname) return;
        const nextParams = writeAddress(next);
        written.current = nextParams.toString();
        setParams(nextParams, { replace: true, preventScrollReset: true, state: { ignoreLoadingBar: true } });
      };
      timer.current = setTimeout(pending.current, FOLLOW_MS);
    },
    [address, setParams],
  );
  return [address, change];
}
