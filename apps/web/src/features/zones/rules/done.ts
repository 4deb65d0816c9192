/** The last action, and its undo. */
export interface DoneChange {
  text: string;
  undo: () => Promise<unknown>;
}
