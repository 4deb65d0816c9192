import { describe, expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip.ts';

const VIEW = { width: 400, height: 300 };
const TOOLTIP = { width: 80, height: 20 };
const button = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe('placeTooltip', () => {
  it('centres the tooltip on the given side of the element', () => {
    expect(placeTooltip(button(100, 100), TOOLTIP, 'bottom', VIEW)).toEqual({ left: 80, top: 146 });
    expect(placeTooltip(button(100, 100), TOOLTIP, 'right', VIEW)).toEqual({ left: 146, top: 110 });
  });

  it('takes the opposite side at an edge', () => {
    expect(placeTooltip(button(100, 255), TOOLTIP, 'bottom', VIEW)).toEqual({ left: 80, top: 229 });
    expect(placeTooltip(button(10, 100), TOOLTIP, 'left', VIEW)).toEqual({ left: 56, top: 110 });
  });

  it('stays within the window', () => {
    expect(placeTooltip(button(355, 100), TOOLTIP, 'bottom', VIEW)).toEqual({ left: 312, top: 146 });
  });
});
