import { changesModules } from '@despacho/tooling/vitest';
import { expect, it } from 'vitest';

it('isolates a test file whose helper reloads modules', () => {
  expect(changesModules('src/field/offline/route.test.tsx')).toBe(true);
  expect(changesModules('src/features/attention/AttentionCard.test.tsx')).toBe(false);
});
