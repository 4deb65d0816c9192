import { SCREEN_ACCESS } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { firstSection } from './first-section.ts';

describe('firstSection', () => {
  it.each([
    [['D06', 'M01'], '/dashboard'],
    [['000', 'M01'], '/map'],
    [['U01', 'T02'], '/assing'],
    [['000', 'T02'], '/images'],
    [['000', 'G01'], '/permissions'],
    [['000'], '/clients'],
  ])('S3: users with %j start at %s, the first match in menu order', (modules, path) => {
    expect(firstSection(modules)).toBe(path);
  });

  it('S3: sends users without a known module to the refusal page', () => {
    expect(firstSection([])).toBe('/error/403');
    expect(firstSection(['X99', 'logout'])).toBe('/error/403');
  });

  it('covers every screen', () => {
    for (const [screen, modules] of Object.entries(SCREEN_ACCESS))
      expect(firstSection([...modules])).toBe(`/${screen}`);
  });
});
