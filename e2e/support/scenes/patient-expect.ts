import { expect as base } from '@playwright/test';

/** A short limit, so that one screenshot that fails does not hold up the others. */
export const expect = base.configure({ timeout: 20_000 });
