import { type Page } from '@playwright/test';
import { type Person } from '../people.ts';

/** Something that comes up over a screen or becomes of it, and how to make it. */
export interface Scene {
  name: string;
  path: string;
  who: Person;
  /** @returns the page to take, where it is another one of the same context. */
  open: (page: Page) => Promise<Page | undefined>;
}

/** Brings a screen into a state. What it comes to is of no interest, unless it is another page. */
export type Act = (page: Page) => Promise<unknown>;

/** @returns a scene of Asig. Orden(B). `query` is added to its address, and begins with `&`. */
export const deskScene = (name: string, act: Act, query = ''): Scene => ({
  name: `desk-${name}`,
  path: `/assing?oficina=LIMA${query}`,
  who: 'ana',
  open: async (page) => {
    const made = await act(page);
    return isPage(made) ? made : undefined;
  },
});

const isPage = (made: unknown): made is Page => typeof made === 'object' && made !== null && 'setViewportSize' in made;
