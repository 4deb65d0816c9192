/**
 * The gateway's clock, estimated from the Date of its responses, because the computer's may be wrong or change at any
 * time. Each response gives two bounds for the difference; together they narrow it to a second or less.
 */
interface Bounds {
  least: number;
  most: number;
}

/** In milliseconds. A Date header has whole seconds. */
const DATE_STEP = 1000;

let bounds: Bounds | undefined;

/**
 * Updates the estimate from a response. If it contradicts the bounds, the computer's clock was changed, and only this
 * response counts.
 * @param date the response's Date header; invalid values are ignored.
 * @param sentAt when the request was sent; `receivedAt` when the response arrived: milliseconds of the computer's
 * clock.
 */
export function recordServerDate(date: unknown, sentAt: number, receivedAt: number): void {
  const serverTime = typeof date === 'string' ? Date.parse(date) : NaN;
  // The clock was changed while the request was pending.
  if (Number.isNaN(serverTime) || receivedAt < sentAt) return;
  const estimate = { least: serverTime - receivedAt, most: serverTime + DATE_STEP - sentAt };
  const both = bounds && {
    least: Math.max(bounds.least, estimate.least),
    most: Math.min(bounds.most, estimate.most),
  };
  bounds = both && both.least <= both.most ? both : estimate;
}

/** @returns the gateway's time in epoch milliseconds; the computer's before the first response. */
export const serverNow = (): number => Date.now() + (bounds ? (bounds.least + bounds.most) / 2 : 0);
