/**
 * The gateway's clock, told from the Date of its answers: the computer's own may be wrong, or be put right at any time.
 * Each answer says that the difference lies between two bounds; together they leave a second or less.
 */
interface Bounds {
  least: number;
  most: number;
}

/** Milliseconds. A Date is cut to the whole second. */
const DATE_STEP = 1000;

let bounds: Bounds | undefined;

/**
 * Learns from an answer. One that contradicts what was known shows that the computer's clock was set: it alone counts.
 * @param date the answer's Date header; anything that is none teaches nothing.
 * @param sentAt when the request left, `receivedAt` when the answer had come: milliseconds of the computer's clock.
 */
export function recordServerDate(date: unknown, sentAt: number, receivedAt: number): void {
  const told = typeof date === 'string' ? Date.parse(date) : NaN;
  // Set while the request was under way.
  if (Number.isNaN(told) || receivedAt < sentAt) return;
  const heard = { least: told - receivedAt, most: told + DATE_STEP - sentAt };
  const both = bounds && {
    least: Math.max(bounds.least, heard.least),
    most: Math.min(bounds.most, heard.most),
  };
  bounds = both && both.least <= both.most ? both : heard;
}

/** @returns the time at the gateway in epoch milliseconds; the computer's until the gateway has said something. */
export const serverNow = (): number => Date.now() + (bounds ? (bounds.least + bounds.most) / 2 : 0);
