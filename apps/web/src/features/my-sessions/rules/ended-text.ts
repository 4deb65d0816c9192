/** @returns the message after ending this many sessions. */
export function endedText(ended: number): string {
  if (ended === 0) return 'No había otras sesiones abiertas';
  return ended === 1 ? 'Se cerró 1 sesión' : `Se cerraron ${ended} sesiones`;
}
