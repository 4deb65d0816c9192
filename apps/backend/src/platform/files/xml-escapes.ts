/** A character that XML 1.0 cannot contain, or an underscore that would look like one. ECMA-376 part 1, 22.9.2.19. */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** @returns the text of a workbook with its escapes decoded: a carriage return for `_x000D_`. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
