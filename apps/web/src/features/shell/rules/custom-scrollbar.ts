import { SCROLLBAR_MIN_WIDTH } from './timings.ts';

/**
 * @param width of the window, in px.
 * @param device browser information: an iPad reports the platform «MacIntel», or «iPad» on older systems. If the
 * platform is hidden or spoofed, the user agent may reveal it.
 * @returns whether panels use the custom scrollbar. Not on Mac and iPad, whose native one is better.
 */
export function usesCustomScrollbar(
  width: number,
  { platform, userAgent }: Pick<Navigator, 'platform' | 'userAgent'>,
): boolean {
  const isApple = /mac|ipad/i.test(platform) || /Macintosh|iPad/.test(userAgent);
  return width >= SCROLLBAR_MIN_WIDTH && !isApple;
}
