/** Messages from the service to the database thread. */
export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: 'close' };

/** The reply, with the id of the request. Id 0 is sent once, when the database is open. */
export interface WorkerReply {
  id: number;
  /** CPU milliseconds of the statement. */
  cpuMs?: number;
  /** Rows contain the column values in the order of their names. */
  result?: { names: string[]; rows: unknown[][]; affectedRows: number; command: string };
  error?: {
    message: string;
    code?: string | undefined;
    constraint?: string | undefined;
    table?: string | undefined;
  };
}
