import { useLayoutEffect } from 'react';

/** The parts of the document title, from the last to the first: a window comes before the screen that it covers. */
const RANKS = 'section part view record window';

interface Part {
  text: string;
  rank: number;
}

let parts: readonly Part[] = [];
let paper: string | undefined;

function write(): void {
  const texts = parts.toSorted((one, other) => other.rank - one.rank).map(({ text }) => text);
  if (paper !== undefined) document.title = paper;
  // Pages without a section have a `title` element of their own.
  else if (parts.some(({ rank }) => rank === 0)) document.title = [...new Set(texts), 'Despacho'].join(' · ');
}

/**
 * Adds a part to the document title while the component is shown: «D0002441 · Asig. Orden(B) · Despacho». Of several of
 * one rank, the last one comes first.
 * @param text nothing while it is unknown.
 */
export function useTitle(
  rank: 'section' | 'part' | 'view' | 'record' | 'window',
  text: string | null | undefined,
): void {
  useLayoutEffect(() => {
    if (!text) return;
    const part = { text, rank: RANKS.indexOf(rank) };
    parts = [part, ...parts];
    write();
    return () => {
      parts = parts.filter((each) => each !== part);
      write();
    };
  }, [rank, text]);
}

/** Titles the page while something to be printed is shown: browsers name the PDF after it. */
export function usePaperTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title === undefined) return;
    paper = title;
    write();
    return () => {
      paper = undefined;
      write();
    };
  }, [title]);
}
