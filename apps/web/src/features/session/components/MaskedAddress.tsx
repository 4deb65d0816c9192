import { useEffect } from 'react';
import { createPath, useLocation } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { addressOf } from '../../../shared/http/address.ts';
import { withReturnPath } from '../rules/return-path.ts';

/**
 * Shows `/login?volver=…` in the address bar while mounted, without navigating; restores the real URL on unmount.
 * Keeps the router's history entry unchanged.
 */
export function MaskedAddress() {
  const { pathname, search, hash } = useLocation();
  const path = createPath({ pathname, search, hash });
  useEffect(() => {
    const masked = addressOf(withReturnPath(paths.expired, path));
    history.replaceState(history.state, '', masked);
    return () => {
      // Skipped after a navigation: the address bar then shows another page.
      if (location.href === masked) history.replaceState(history.state, '', addressOf(path));
    };
  }, [path]);
  return null;
}
