import { createContext, use } from 'react';
import { type FiguresOf } from '../api/figures-queries.ts';

/** What all widgets of a screen show. */
export interface Figures extends FiguresOf {
  timeZone: string;
  /** The day that is shown: `YYYY-MM-DD`. */
  shownDay: string;
  /** The office's working day at the time of the figures. */
  today: string;
}

export const FiguresContext = createContext<Figures | null>(null);

/** @throws Error outside of the screen. */
export function useFigures(): Figures {
  const figures = use(FiguresContext);
  if (!figures) throw new Error('A widget without its screen');
  return figures;
}
