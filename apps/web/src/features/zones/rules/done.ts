/** What was done last, and how it is undone. */
export interface Done {
  text: string;
  undo: () => Promise<unknown>;
}
