import { useSyncExternalStore } from 'react';

/** A screen of the page, as in the fragment of its address. */
export type Screen =
  | { name: 'route' | 'queue' | 'load' | 'end' | 'menu' | 'map' | 'notice' | 'order' | 'help' }
  | { name: 'stop' | 'deliver' | 'fail'; id: string };

const PLAIN = {
  queue: '#/por-enviar',
  load: '#/carga',
  end: '#/cierre',
  menu: '#/menu',
  map: '#/mapa',
  notice: '#/aviso',
  order: '#/orden',
  help: '#/ayuda',
} as const;
const OF_STOP = { stop: '', deliver: '/entregar', fail: '/no-se-pudo' } as const;

/** @returns the fragment of a screen. */
export function hashOf(screen: Screen): string {
  if (screen.name === 'route') return '#/';
  if ('id' in screen) return `#/parada/${encodeURIComponent(screen.id)}${OF_STOP[screen.name]}`;
  return PLAIN[screen.name];
}

/** @returns the screen of a fragment; the route for any other. */
export function screenOf(hash: string): Screen {
  for (const name of Object.keys(PLAIN) as (keyof typeof PLAIN)[]) if (PLAIN[name] === hash) return { name };
  const [, id, rest = ''] = /^#\/parada\/([\w%-]+)(\/.*)?$/.exec(hash) ?? [];
  if (id === undefined) return { name: 'route' };
  for (const name of Object.keys(OF_STOP) as (keyof typeof OF_STOP)[])
    if (OF_STOP[name] === rest) return { name, id: decodeURIComponent(id) };
  return { name: 'route' };
}

/** The whole address: <base href> would turn a bare fragment into another page. */
export const addressOf = (screen: Screen): string => `${location.pathname}${location.search}${hashOf(screen)}`;

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The browser sends this event only when the user goes back or forward. */
const notify = (): void => {
  dispatchEvent(new PopStateEvent('popstate'));
};

/** How many screens of this page are behind the present one. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

/** Opens a screen; «Atrás» of the phone returns from it. */
export function openScreen(screen: Screen): void {
  history.pushState({ depth: depth() + 1 }, '', addressOf(screen));
  notify();
}

/** Shows a screen in place of the present one. */
export function replaceScreen(screen: Screen): void {
  history.replaceState({ depth: depth() }, '', addressOf(screen));
  notify();
}

/** Returns like the phone's «Atrás»; shows `otherwise` if the page was opened on this screen. */
export function goBack(otherwise: Screen): void {
  if (depth() > 0) history.back();
  else replaceScreen(otherwise);
}

/** Returns to the route, leaving nothing to go back to. */
export function goToRoute(): void {
  if (depth() > 0) history.go(-depth());
  else replaceScreen({ name: 'route' });
}

/** @returns the screen to show. */
export const useScreen = (): Screen => screenOf(useSyncExternalStore(subscribe, () => location.hash));
