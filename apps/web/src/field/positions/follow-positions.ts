import { metersBetween } from '@despacho/contracts/dispatch';
import { geolocation } from '#shared/browser/geolocation.ts';
import { type Fix } from '../offline/types.ts';

/** `waiting` for a first position, or without GPS; `denied` by the courier or the phone. */
export type LocationState = 'off' | 'waiting' | 'active' | 'denied';

/** Milliseconds between two fixes: of a courier who moves, and of one who does not. */
const MOVING_MS = 15_000;
const RESTING_MS = 30_000;
/** Meters from which a courier has moved. */
const MOVED = 50;
/** Meters. The service refuses a fix that is less accurate. */
const MAX_RADIUS = 2000;
/** How long (ms) fixes wait to be sent together. */
const BATCH_MS = 60_000;

const finite = (value: number | null): value is number => value !== null && Number.isFinite(value);

function toFix({ coords, timestamp }: GeolocationPosition): Fix {
  const { latitude: lat, longitude: lng, accuracy, speed, heading } = coords;
  return {
    at: new Date(timestamp).toISOString(),
    lat,
    lng,
    accuracy,
    ...(finite(speed) && { speed }),
    ...(finite(heading) && { heading }),
  };
}

function isDue(fix: Fix, last: Fix | undefined): boolean {
  if (fix.accuracy > MAX_RADIUS) return false;
  if (!last) return true;
  const passed = Date.parse(fix.at) - Date.parse(last.at);
  return passed >= RESTING_MS || (passed >= MOVING_MS && metersBetween(last, fix) >= MOVED);
}

/**
 * Follows where the phone is while the page is visible. Browsers report nothing to a page in the background.
 * @param enqueue receives the first fix immediately, and others in batches.
 * @returns a function that stops, and enqueues the remaining fixes.
 */
export function followPositions(
  enqueue: (fixes: readonly Fix[]) => void,
  onState: (state: LocationState) => void,
): () => void {
  const places = geolocation();
  let watch: number | undefined;
  let last: Fix | undefined;
  let batch: Fix[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length > 0) enqueue(batch);
    batch = [];
  };
  const onPosition = (position: GeolocationPosition): void => {
    onState('active');
    const fix = toFix(position);
    if (!isDue(fix, last)) return;
    batch.push(fix);
    if (last) timer ??= setTimeout(flush, BATCH_MS);
    else flush();
    last = fix;
  };
  const onError = ({ code, PERMISSION_DENIED }: GeolocationPositionError): void => {
    onState(code === PERMISSION_DENIED ? 'denied' : 'waiting');
  };
  const pause = (): void => {
    if (watch !== undefined) places?.clearWatch(watch);
    watch = undefined;
    flush();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') pause();
    else watch ??= places?.watchPosition(onPosition, onError, { enableHighAccuracy: true });
  };

  onState(places ? 'waiting' : 'denied');
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    pause();
    onState('off');
  };
}
