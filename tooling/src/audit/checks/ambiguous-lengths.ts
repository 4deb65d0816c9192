/**
 * @param post the head of a request, without the empty line at its end.
 * @param hidden the request after it.
 * @returns requests whose length two parsers could read differently, each with the hidden one, by name.
 */
export function ambiguousLengths(post: string, hidden: string): [what: string, bytes: string][] {
  const chunked = `0\r\n\r\n${hidden}`;
  return [
    [
      'Content-Length and Transfer-Encoding',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    ],
    ['two Content-Lengths', `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['chunked, but not last', `${post}Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n${chunked}`],
  ];
}
