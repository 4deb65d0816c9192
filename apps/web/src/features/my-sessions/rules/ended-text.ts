/** @returns what to say of so many sessions that were ended. */
export function endedText(ended: number): string {
  if (ended === 0) return 'No había otras sesiones abiertas';
  return ended === 1 ? 'Se cerró 1 sesión' : `Se cerraron ${ended} sesiones`;
}
