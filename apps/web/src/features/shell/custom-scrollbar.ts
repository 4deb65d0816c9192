import { SCROLLBAR_MIN_WIDTH } from './timings.ts';

/**
 * @param width of the window, in px.
 * @param platform `navigator.platform`; an iPad says «MacIntel» there, or «iPad» with an older system.
 * @returns whether panels get the custom scrollbar. Mac and iPad have a better one of their own.
 */
export function wantsCustomScrollbar(width: number, platform: string): boolean {
  return width >= SCROLLBAR_MIN_WIDTH && !/mac|ipad/i.test(platform);
}
