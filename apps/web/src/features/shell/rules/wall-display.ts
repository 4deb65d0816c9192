import { paths } from '../../../shared/paths.ts';

/** Query parameter of a screen on a wall. */
const WALL_PARAM = 'pantalla';

/** @returns whether the Dashboard is shown on a wall: without a menu, in larger type, with the same rights. */
export const isWallDisplay = (pathname: string, search: string): boolean =>
  `/${pathname.split('/')[1] ?? ''}` === paths.dashboard && new URLSearchParams(search).has(WALL_PARAM);
