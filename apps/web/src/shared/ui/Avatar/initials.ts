/** @returns up to two capitals: the initials of the first two words. */
export function initials(name: string): string {
  return name
    .split(/[\s._-]+/u)
    .filter((word) => /^\p{L}|^\p{N}/u.test(word))
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase('es-PE'))
    .join('');
}
