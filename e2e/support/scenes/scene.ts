import { type Page } from '@playwright/test';
import { type Person } from '../people.ts';

/** A dialog or state of a screen, and how to open it. */
export interface Scene {
  name: string;
  path: string;
  who: Person;
  /** @returns the page to capture, if it is another page of the context. */
  open: (page: Page) => Promise<Page | undefined>;
}

/** Brings a screen into a state. The result is ignored unless it is another page. */
export type Act = (page: Page) => Promise<unknown>;

/** @returns a scene of Asig. Orden(B). `query` is appended to its address and starts with `&`. */
export const deskScene = (name: string, act: Act, query = ''): Scene => ({
  name: `desk-${name}`,
  path: `/assing?oficina=LIMA${query}`,
  who: 'ana',
  open: async (page) => {
    const made = await act(page);
    return isPage(made) ? made : undefined;
  },
});

/** @returns whether a scene was brought into its state in another page. */
export const isPage = (made: unknown): made is Page =>
  typeof made === 'object' && made !== null && 'setViewportSize' in made;
