/** A text, or a number, of JSON. Nothing else of it holds digits. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const INTEGER = /^-?\d+$/;

/** Whether a number was read as another one than the whole number that its host wrote. */
export const isInexact = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * Some hosts number their rows beyond 2^53, where JavaScript knows only every second number or fewer: a change meant for one
 * row would be asked for another.
 * @returns the JSON with such whole numbers as texts.
 */
export const withExactIntegers = (json: string): string =>
  json.replace(TOKEN, (token) => (INTEGER.test(token) && isInexact(Number(token)) ? `"${token}"` : token));
