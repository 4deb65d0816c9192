import { paths } from '../../../shared/paths.ts';

/**
 * `padded`: default margins. `bleed`: no margins. `fit`: default margins, limited to the panel height. `fill`: no
 * margins, limited to the panel height.
 */
type PanelLayout = 'padded' | 'bleed' | 'fit' | 'fill';

/** @returns the panel layout of the screen at `pathname`. */
export function layoutOf(pathname: string): PanelLayout {
  const screen = `/${pathname.split('/')[1] ?? ''}`;
  if (screen === paths.images) return 'bleed';
  if (screen === paths.assign) return 'fit';
  return screen === paths.map ? 'fill' : 'padded';
}
