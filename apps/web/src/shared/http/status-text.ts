/** Standard phrases (RFC 9110, RFC 6585) of the statuses that the gateway or a proxy may send. HTTP/2 has none. */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * @param status 0 without a response.
 * @param given the browser's text; empty over HTTP/2.
 * @returns the text for pop-ups and failure messages. Never empty.
 */
export function statusTextOf(status: number, given = ''): string {
  if (status === 0) return 'Unknown Error';
  return given.trim() || (PHRASES[status] ?? 'Unknown Status');
}
