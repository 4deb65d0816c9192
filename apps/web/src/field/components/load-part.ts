/** Between two attempts. */
const RETRY_MS = 2000;

/**
 * Loads a part of the page until it succeeds: on a phone that loses its signal too early, a screen stays empty for a while
 * instead of ending the page.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    const part = await load().catch(() => undefined);
    if (part) return part;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
}
