import { useEffect, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { alertChange } from './alert-change.ts';
import { type RouteView } from '../offline/types.ts';
import { type RouteChange, routeChanges } from '../rules/route-changes.ts';

/** Follows the office's changes of the route, and announces them. */
export function useRouteChanges({ route, ownOrder }: Pick<RouteView, 'route' | 'ownOrder'>) {
  const [last, setLast] = useState(route);
  const [changes, setChanges] = useState<readonly RouteChange[]>([]);
  // While rendering, so that a new stop never appears without its mark.
  if (route !== last) {
    setLast(route);
    const fresh = last && route ? routeChanges(last, route, ownOrder) : [];
    const replaced = new Set(fresh.map(({ kind, id }) => `${kind} ${id ?? ''}`));
    if (fresh.length > 0 || last?.day !== route?.day)
      setChanges([
        ...(last?.day === route?.day ? changes : []).filter(({ kind, id }) => !replaced.has(`${kind} ${id ?? ''}`)),
        ...fresh,
      ]);
  }
  useEffect(() => {
    if (changes.length === 0) return;
    announce(changes.map(({ text }) => text).join('. '));
    alertChange();
  }, [changes]);
  const clear = (): void => {
    setChanges([]);
  };
  return { changes, clear };
}
