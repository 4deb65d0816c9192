import { loadPart } from '#shared/http/load-part.ts';

/** Between two attempts. */
const RETRY_MS = 2000;

/**
 * Loads a part of the page until it succeeds: on a phone that loses its signal too early, a screen stays empty for a while
 * instead of ending the page.
 * @param load an `import()`.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    const part = await loadPart(load).catch(() => undefined);
    if (part) return part;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
}
