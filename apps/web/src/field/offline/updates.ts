let held = 0;

/** Keeps a new version of the page waiting. @returns lets it take over again. */
export function holdUpdates(): () => void {
  held += 1;
  return () => {
    held -= 1;
  };
}

export const isHeld = (): boolean => held > 0;
