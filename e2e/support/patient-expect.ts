import { expect as base } from '@playwright/test';

/** For long journeys: each step waits for services that are busy with other tests. */
export const expect = base.configure({ timeout: 120_000 });
