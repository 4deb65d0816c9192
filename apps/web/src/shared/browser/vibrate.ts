/** Vibrates, where the browser can. @param pattern milliseconds of vibration and of pause, in turn. */
export function vibrate(pattern: number[]): void {
  // Absent on iPhones and in Firefox, although the types require it.
  (navigator as { vibrate?: (pattern: number[]) => boolean }).vibrate?.(pattern);
}
