/** @returns a distance as text: «80 m», «450 m», «1.2 km», «14 km». */
export function distanceText(meters: number): string {
  if (meters < 950)
    return `${Math.max(10, Math.round(meters / (meters < 100 ? 10 : 50)) * (meters < 100 ? 10 : 50))} m`;
  return `${meters < 9950 ? (meters / 1000).toFixed(1) : Math.round(meters / 1000)} km`;
}
