/** @returns the message after ending the sessions of `name`. */
export function endedText(name: string, ended: number): string {
  if (ended === 0) return `${name} no tenía sesiones abiertas`;
  return ended === 1 ? `Se cerró 1 sesión de ${name}` : `Se cerraron ${ended} sesiones de ${name}`;
}
