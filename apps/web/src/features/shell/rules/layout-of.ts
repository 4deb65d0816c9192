import { paths } from '#shared/paths.ts';

/**
 * `padded`: default margins. `fit`: default margins, limited to the panel height. `fill`: no margins, limited to the
 * panel height.
 */
type PanelLayout = 'padded' | 'fit' | 'fill';

/** @returns the panel layout of the screen at `pathname`. */
export function layoutOf(pathname: string): PanelLayout {
  const screen = `/${pathname.split('/')[1] ?? ''}`;
  if (screen === paths.assign) return 'fit';
  return screen === paths.map || screen === paths.images ? 'fill' : 'padded';
}
