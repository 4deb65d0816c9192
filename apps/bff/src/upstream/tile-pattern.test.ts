import { describe, expect, it } from 'vitest';
import { faultOfTilePattern, tileAddress, tilePattern } from './tile-pattern.ts';

const addressOf = (configured: string): string =>
  tileAddress(tilePattern(new URL(configured)), { z: '12', x: '1204', y: '2214' }).href;

describe('tilePattern and tileAddress', () => {
  it.each([
    ['https://tiles.example', 'https://tiles.example/12/1204/2214.png'],
    ['https://tiles.example/osm/', 'https://tiles.example/osm/12/1204/2214.png'],
    ['https://tiles.example/osm?key=a', 'https://tiles.example/osm/12/1204/2214.png?key=a'],
    ['https://tiles.example/{z}/{x}/{y}@2x.webp?key=a', 'https://tiles.example/12/1204/2214@2x.webp?key=a'],
    ['https://tiles.example/tile/{z}/{y}/{x}', 'https://tiles.example/tile/12/2214/1204'],
    ['https://tiles.example/w?l={z}&r={y}&c={x}', 'https://tiles.example/w?l=12&r=2214&c=1204'],
    ['https://tiles.example/%7bz%7d/%7Bx%7D/{y}', 'https://tiles.example/12/1204/2214'],
  ])('%s: %s', (configured, address) => {
    expect(faultOfTilePattern(tilePattern(new URL(configured)))).toBeUndefined();
    expect(addressOf(configured)).toBe(address);
  });

  it.each([
    'https://tiles.example/{z}/{x}',
    'https://tiles.example/{z}/{x}/{y}/{y}',
    'https://tiles.example/{z}/{x}/{y}{r}.png',
    'https://{s}.tiles.example/{z}/{x}/{y}',
    'https://{z}.tiles.example/{x}/{y}',
    'https://{s}.tiles.example/',
    'https://tiles.example/{Z}/{X}/{Y}',
  ])('%s: refused', (configured) => {
    expect(faultOfTilePattern(tilePattern(new URL(configured)))).toMatch(/\{z\}, \{x\} and \{y\} once each/);
  });
});
