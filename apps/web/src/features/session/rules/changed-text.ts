/** @returns the announcement after changing one's own password. @param ended other sessions. */
export function changedText(ended: number): string {
  if (ended === 0) return 'Contraseña cambiada';
  return ended === 1
    ? 'Contraseña cambiada; se cerró su otra sesión'
    : `Contraseña cambiada; se cerraron sus otras ${ended} sesiones`;
}
