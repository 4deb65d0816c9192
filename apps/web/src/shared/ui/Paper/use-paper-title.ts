import { useEffect } from 'react';

/** Titles the page while something to be printed is shown: browsers name the PDF after it. */
export function usePaperTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
