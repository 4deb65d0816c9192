import { SCROLLBAR_MIN_WIDTH } from './timings.ts';

/**
 * @param width of the window, in px.
 * @param device what the browser says of its device; an iPad says «MacIntel» as its platform, or «iPad» with an older
 * system. Where the platform is hidden or made up, the user agent may still tell.
 * @returns whether panels get the custom scrollbar. Mac and iPad have a better one of their own.
 */
export function wantsCustomScrollbar(
  width: number,
  { platform, userAgent }: Pick<Navigator, 'platform' | 'userAgent'>,
): boolean {
  const isApple = /mac|ipad/i.test(platform) || /Macintosh|iPad/.test(userAgent);
  return width >= SCROLLBAR_MIN_WIDTH && !isApple;
}
