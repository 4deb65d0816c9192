import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ASKED } from '../rules/leaves-form.ts';
import { PendingAddress } from './pending-address.ts';

interface WriteOptions {
  push?: boolean;
  /** The person has agreed already to leave what they typed. */
  asked?: boolean;
}

type Change = (params: URLSearchParams) => URLSearchParams;

/** A page has one address. */
const address = new PendingAddress();

/**
 * The query of the address, followed at once: the router writes it a moment later, and two changes in a row must not
 * undo each other, whichever parts of the page make them.
 * @returns what the address says, and `change`, which replaces the entry of the history unless told to `push` one.
 */
export function useAddressParams(): readonly [URLSearchParams, (change: Change, options?: WriteOptions) => void] {
  const [params, setParams] = useSearchParams();
  const said = params.toString();
  const shown = useSyncExternalStore(address.subscribe, address.snapshot) ?? said;

  useEffect(() => {
    address.hear(said);
  }, [said]);

  const change = useCallback(
    (how: Change, { push = false, asked = false }: WriteOptions = {}) => {
      const next = how(new URLSearchParams(address.now)).toString();
      if (next === address.now) return;
      address.write(next);
      setParams(new URLSearchParams(next), {
        replace: !push,
        preventScrollReset: true,
        state: { ignoreLoadingBar: true, ...(asked && ASKED) },
      });
    },
    [setParams],
  );
  return [new URLSearchParams(shown), change];
}
