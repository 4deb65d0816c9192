import { paths } from '../../shared/paths.ts';

/** `padded`: the usual margins. `bleed`: none. `fill`: none, and the screen is exactly as high as the panel. */
type PanelLayout = 'padded' | 'bleed' | 'fill';

/** @returns how the content panel lays out the screen at `pathname`. */
export function layoutOf(pathname: string): PanelLayout {
  const screen = `/${pathname.split('/')[1] ?? ''}`;
  if (screen === paths.images) return 'bleed';
  return screen === paths.map ? 'fill' : 'padded';
}
