import { describe, expect, it } from 'vitest';
import { type Target, targetAt } from './draw-scene.ts';
import { shapePath, STATE_SHAPES } from './mark-shapes.ts';

const target = (x: number, radius: number, name: string): Target => ({
  x,
  y: 0,
  radius,
  hit: {
    kind: 'courier',
    courier: { id: name, name, initials: name, lat: 0, lng: 0, heading: null, age: 0, silence: undefined, text: name },
  },
});

describe('targetAt', () => {
  const [below, above] = [target(0, 10, 'below'), target(12, 10, 'above')];

  it('returns the topmost mark', () => {
    expect(targetAt([below, above], 6, 0)).toBe(above);
    expect(targetAt([below, above], 1, 0)).toBe(below);
  });

  it('returns nothing next to it', () => {
    expect(targetAt([below, above], 0, 11)).toBeUndefined();
  });
});

it('distinguishes the open states without colour', () => {
  const shapes = [STATE_SHAPES.pendiente, STATE_SHAPES.asignada, STATE_SHAPES.en_ruta, STATE_SHAPES.no_entregada];
  expect(new Set(shapes.map((shape) => shapePath(shape, 6))).size).toBe(4);
});
