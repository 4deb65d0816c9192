import { expect as base } from '@playwright/test';

/** For long journeys, each step of which waits for services that other tests keep busy as well. */
export const expect = base.configure({ timeout: 120_000 });
