import { useEffect } from 'react';
import { createPath, type Path } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { addressOf } from '../../shared/http/address.ts';
import { withWayBack } from './way-back.ts';

/**
 * Shows `/login` with the way back in the address bar while the router stays where it is, and the true address again
 * afterwards. The router's own entry in the history is left as it was.
 */
export function useMaskedAddress({ pathname, search, hash }: Path): void {
  const path = createPath({ pathname, search, hash });
  useEffect(() => {
    const masked = addressOf(withWayBack(paths.expired, path));
    history.replaceState(history.state, '', masked);
    return () => {
      // Left meanwhile: the address is another page's by now.
      if (location.href === masked) history.replaceState(history.state, '', addressOf(path));
    };
  }, [path]);
}
