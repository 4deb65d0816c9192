import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import { followWrites, type ListAddress, readAddress, writeAddress } from '../rules/list-address.ts';

/** Delay in milliseconds between the last key and the URL update, to avoid an update per letter. */
const FOLLOW_MS = 120;

/** The list's search, sorting and columns, stored in the URL so that Back restores them. */
export function useListAddress(): readonly [ListAddress, (change: Partial<ListAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const [address, setAddress] = useState(() => readAddress(params));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The query of the URL, then those written but not shown yet: rendering may lag behind typing. */
  const written = useRef<readonly string[]>([query]);
  const pending = useRef<() => void>(undefined);
  const here = useLocation().pathname;
  const there = useNavigation().location?.pathname ?? here;
  const isLeaving = there !== here;

  // The URL changed otherwise: back, forward, a link.
  useEffect(() => {
    const writes = followWrites(written.current, query);
    written.current = writes ?? [query];
    if (writes) return;
    pending.current = undefined;
    setAddress(readAddress(new URLSearchParams(query)));
  }, [query]);

  // Write immediately when a row is opened right after the last key, so that Back restores the search.
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

  // Writing during a navigation would cancel it or write to the new page's URL.
  useEffect(() => {
    if (isLeaving) pending.current = undefined;
  }, [isLeaving]);

  const change = (part: Partial<ListAddress>): void => {
    const next = { ...address, ...part };
    setAddress(next);
    clearTimeout(timer.current);
    const { pathname } = window.location;
    pending.current = () => {
      pending.current = undefined;
      if (window.location.pathname !== pathname) return;
      const nextParams = writeAddress(next);
      written.current = [...written.current, nextParams.toString()];
      setParams(nextParams, { replace: true, preventScrollReset: true, state: { ignoreLoadingBar: true } });
    };
    timer.current = setTimeout(() => pending.current?.(), FOLLOW_MS);
  };
  return [address, change];
}
