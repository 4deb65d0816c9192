/** @returns a duration in Spanish, rounded up to seconds: «4 min 10 s», «1 min», «45 s». */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : ''].filter((part) => part !== '').join(' ');
}
