/** @returns text without case, accents and repeated spaces, so that «ñandu» finds «Ñandú». */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
