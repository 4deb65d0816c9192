/** @returns what this browser has stored; null for nothing, and where storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value in this browser. Where storage is blocked or full, it lasts until the page is closed. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing that is stored is essential.
  }
}
