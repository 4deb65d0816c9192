/** Data shared by the changes of one request. */
export interface Batch {
  id: string;
  now: Date;
  undoes?: string;
  why?: string;
}
