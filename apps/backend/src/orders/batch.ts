/** What the changes of one request have in common. */
export interface Batch {
  id: string;
  now: Date;
  undoes?: string;
  why?: string;
}
