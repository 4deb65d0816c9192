import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ASKED } from '../rules/leaves-form.ts';
import { PendingAddress } from './pending-address.ts';

interface WriteOptions {
  /** Whether to add a history entry; a function receives the parameters before and after the change. */
  push?: boolean | ((before: URLSearchParams, after: URLSearchParams) => boolean);
  /** The user has already confirmed losing their input. */
  asked?: boolean;
}

type Change = (params: URLSearchParams) => URLSearchParams;

/** Shared, because a page has one URL. */
const address = new PendingAddress();

/**
 * Query parameters of the URL, updated immediately. The router applies a change later, and two consecutive changes
 * must not overwrite each other, even from different components.
 * @returns the parameters, and `change`, which replaces the history entry unless `push` says otherwise.
 */
export function useAddressParams(): readonly [URLSearchParams, (change: Change, options?: WriteOptions) => void] {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const shown = useSyncExternalStore(address.subscribe, address.snapshot) ?? query;

  useEffect(() => {
    address.receive(query);
  }, [query]);

  const change = useCallback(
    (how: Change, { push = false, asked = false }: WriteOptions = {}) => {
      const next = how(new URLSearchParams(address.now)).toString();
      if (next === address.now) return;
      const isNewEntry =
        typeof push === 'function' ? push(new URLSearchParams(address.now), new URLSearchParams(next)) : push;
      address.write(next);
      setParams(new URLSearchParams(next), {
        replace: !isNewEntry,
        preventScrollReset: true,
        state: { ignoreLoadingBar: true, ...(asked && ASKED) },
      });
    },
    [setParams],
  );
  return [new URLSearchParams(shown), change];
}
