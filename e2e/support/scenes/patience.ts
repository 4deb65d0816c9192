import { expect as base } from '@playwright/test';

/** For pictures, of which one that cannot be taken must not hold up all the others. */
export const expect = base.configure({ timeout: 20_000 });
