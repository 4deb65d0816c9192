import process from 'node:process';

/*
 * Loaded before a script (`--import`): it runs at 11:00 in Lima on the next day of work, and so do the services that get
 * `WORKING_DAY`. At night and on Sundays an office has little to show.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 11:00 in Lima, after midnight in UTC. */
const START = 16 * HOUR;

const now = Date.now();
// day: Lima has the same date as UTC at that hour.
let then = Math.ceil((now - START) / DAY) * DAY + START;
if (new Date(then).getUTCDay() === 0) then += DAY;
process.env['CLOCK_MOVED_MS'] = String(then - now);
await import('./moved-clock.ts');
