type Load<T> = () => Promise<T>;

/** Parts that failed: their address, and the number in the address of the next try. */
const failures = new WeakMap<Load<unknown>, { address: string; number: number }>();

/** Chromium and Firefox name the address in the message of the failure; Safari does not. */
const ADDRESS = /https?:\/\/\S+/;

/**
 * Loads a part of the application, after a failure under another address: browsers keep the failure of an address until
 * the page is reloaded (Chromium since 150).
 * @param load an `import()`; the same function for each try.
 * @returns the module of the `import()`.
 */
export async function loadPart<T>(load: Load<T>): Promise<T> {
  const failed = failures.get(load);
  try {
    return failed ? ((await import(/* @vite-ignore */ `${failed.address}?${failed.number}`)) as T) : await load();
  } catch (cause) {
    if (failed) failed.number += 1;
    else {
      const address = ADDRESS.exec(String(cause))?.[0];
      if (address?.startsWith(`${location.origin}/`)) failures.set(load, { address, number: 1 });
    }
    throw cause;
  }
}
