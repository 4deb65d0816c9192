import { paths } from '../../../shared/paths.ts';

/**
 * `padded`: the usual margins. `bleed`: none. `fit`: the usual ones, and the screen is exactly as high as the panel.
 * `fill`: none, and as high as the panel.
 */
type PanelLayout = 'padded' | 'bleed' | 'fit' | 'fill';

/** @returns how the content panel lays out the screen at `pathname`. */
export function layoutOf(pathname: string): PanelLayout {
  const screen = `/${pathname.split('/')[1] ?? ''}`;
  if (screen === paths.images) return 'bleed';
  if (screen === paths.assign) return 'fit';
  return screen === paths.map ? 'fill' : 'padded';
}
