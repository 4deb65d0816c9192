/** The last action, and its undo. */
export interface Done {
  text: string;
  undo: () => Promise<unknown>;
}
