/** Height in px of the zone at each end of a list, inside and outside it, in which a drag scrolls it. */
const ZONE = 56;
/** Pixels per second at the list's end and beyond. */
const MAX_SPEED = 900;

/**
 * @param y the pointer.
 * @returns how fast to scroll a list between `top` and `bottom`, in pixels per second; negative is upwards, 0 is not.
 */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  if (y < top - ZONE || y > bottom + ZONE) return 0;
  const [above, below] = [top + ZONE - y, y - (bottom - ZONE)];
  const depth = Math.min(1, Math.max(above, below) / ZONE);
  if (depth <= 0) return 0;
  return (above > below ? -1 : 1) * depth * MAX_SPEED;
}
