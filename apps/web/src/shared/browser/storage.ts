/**
 * Asks the browser not to erase this page's data when the disk is full. Nothing waits for the answer: Firefox asks the
 * person first.
 */
export function keepStorage(): void {
  const ask = async (): Promise<boolean> => navigator.storage.persist();
  // Absent or refused: the data may be erased, as without asking.
  ask().catch(() => undefined);
}
