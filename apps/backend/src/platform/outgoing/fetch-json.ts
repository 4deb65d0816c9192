/** A call that brought no answer. The message contains neither what was sent nor the operator's URL. */
class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new OutgoingFailure('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown');
}

/**
 * Calls an operator's server once, without following redirects: only the configured host is reached.
 * @param read validates the parsed answer and returns what is used of it.
 * @param limits bytes of the answer, and what ends the call.
 * @throws OutgoingFailure without a usable answer.
 */
export async function fetchJson<Answer>(
  url: URL,
  read: (answer: unknown) => Answer,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Answer> {
  try {
    const headers = { Accept: 'application/json', 'User-Agent': 'Despacho' };
    const response = await fetch(url, { redirect: 'manual', headers, signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new OutgoingFailure(`status ${response.status}`);
    }
    return read(JSON.parse(await readBody(response, maxBytes)));
  } catch (error) {
    throw error instanceof OutgoingFailure ? error : new OutgoingFailure(reasonOf(error));
  }
}

/**
 * @param base the operator's URL, with or without a path. Its own parameters, such as a key, are kept.
 * @returns the URL with `path` at the end of its path, unless it already ends so.
 */
export function urlOf(base: string, path: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(base);
  const prefix = url.pathname.replace(/\/+$/, '');
  url.pathname = prefix.endsWith(path) ? prefix : prefix + path;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
