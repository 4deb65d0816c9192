/** What the service asks of the database thread. */
export type WorkerRequest =
  { id: number; kind: 'query'; sql: string; parameters: readonly unknown[] } | { id: number; kind: 'close' };

/** Its answer, under the id of the request. Id 0 is said once, unasked, when the database is open. */
export interface WorkerReply {
  id: number;
  /** Rows hold the values of the columns, in the order of their names. */
  result?: { names: string[]; rows: unknown[][]; affectedRows: number; command: string };
  error?: {
    message: string;
    code?: string | undefined;
    constraint?: string | undefined;
    table?: string | undefined;
  };
}
