/**
 * Requests an optional feature of the browser. Firefox answers some only after its own prompt.
 * @param limit milliseconds.
 * @returns the answer; `otherwise` if the browser lacks it, refuses, or does not answer in time.
 */
export async function within<Value, Other>(
  limit: number,
  ask: () => Promise<Value>,
  otherwise: Other,
): Promise<Value | Other> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Other>((resolve) => {
    timer = setTimeout(resolve, limit, otherwise);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
