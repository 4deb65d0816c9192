import { type PositionsBody, type PositionsReceipt } from '@despacho/contracts/dispatch';
import { type FleetServices } from '../services.ts';
import { type CourierKey } from './work-spans.ts';

const MINUTE_MS = 60_000;

/**
 * Stores the fixes of a phone's page. A clock that is wrong by less than half a minute is not corrected, and others by
 * whole minutes, so that a fix sent again with a slightly different offset keeps its time and is stored once.
 */
export async function receivePositions(
  { positionWriter }: Pick<FleetServices, 'positionWriter'>,
  { officeId, courierId }: CourierKey,
  { fixes, clockOffsetMs }: PositionsBody,
): Promise<PositionsReceipt> {
  const correction = Math.round((clockOffsetMs ?? 0) / MINUTE_MS) * MINUTE_MS;
  const measured = fixes.map(({ at, lat, lng, accuracy, speed = null, heading = null }) => ({
    at: Date.parse(at) + correction,
    lat,
    lng,
    accuracy,
    speed,
    heading,
  }));
  const verdict = (await positionWriter.add({ courier: { officeId, courierId } }, measured)) ?? [];
  const refused = verdict.flatMap((reason, index) => (reason === null ? [] : [{ index, reason }]));
  return { accepted: fixes.length - refused.length, refused };
}
