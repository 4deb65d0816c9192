/** Where the list of stops was when a stop was opened. */
export const left = { id: '', scroll: 0 };

/** Shows the list from its top: the stop that was left is closed now, or something new is above the list. */
export function showTop(): void {
  Object.assign(left, { id: '', scroll: 0 });
}
