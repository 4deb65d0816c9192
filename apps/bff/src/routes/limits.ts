/** Our own contracts are small; a whole permission list is the largest. */
export const SMALL_BODY = 16 * 1024;
/** A thousand orders with their versions, each id as long as one can be, come to 51 KB. */
export const BULK_BODY = 64 * 1024;
/** A file on a line of one megabit a second, and the reading of it. */
export const FILE_TIME_MS = 60_000;
/** All orders of an office there ever were. */
export const EXPORT_ANSWER = 512 * 1024 * 1024;
/** What is left of one on such a line after this long is cut off. */
export const EXPORT_TIME_MS = 10 * 60_000;
/** A company's whole client list, many times over. */
export const LIST_ANSWER = 8 * 1024 * 1024;
export const RECORD_ANSWER = 512 * 1024;
/** A photograph of 512 by 512 points, for dense displays. */
export const TILE_ANSWER = 1024 * 1024;
