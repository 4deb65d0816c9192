import { type Zone, ZONE_COLORS } from '@despacho/contracts/dispatch';

type Form = Pick<Zone, 'name' | 'color' | 'corners'>;

/** @returns what differs between two versions of a zone: «nombre: Sur → Sur 2; forma: 4 → 6 esquinas». */
export function changeText(before: Form, after: Form): string {
  const parts = [];
  if (before.name !== after.name) parts.push(`nombre: ${before.name} → ${after.name}`);
  if (before.color !== after.color) parts.push(`color: ${ZONE_COLORS[before.color]} → ${ZONE_COLORS[after.color]}`);
  if (JSON.stringify(before.corners) !== JSON.stringify(after.corners))
    parts.push(
      before.corners.length === after.corners.length
        ? 'forma: esquinas movidas'
        : `forma: ${before.corners.length} → ${after.corners.length} esquinas`,
    );
  return parts.join('; ');
}
