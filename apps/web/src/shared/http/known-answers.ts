/** Responses kept for conditional requests (RFC 9110, 13.1.2). The browser keeps none, because they are `no-store`. */
export interface KnownAnswers {
  get: (address: string) => { etag: string; value: unknown } | undefined;
  set: (address: string, etag: string, value: unknown) => void;
}
