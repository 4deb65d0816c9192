export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Size {
  width: number;
  height: number;
}

type Box = Size & Record<'left' | 'top', number>;

/** Between the element and its tooltip, and to the edges of the window, in px. */
const GAP = 6;
const EDGE = 8;

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const satisfies Record<Side, Side>;

function besides(anchor: Box, { width, height }: Size, side: Side): { left: number; top: number } {
  const centre = {
    left: anchor.left + (anchor.width - width) / 2,
    top: anchor.top + (anchor.height - height) / 2,
  };
  switch (side) {
    case 'top':
      return { ...centre, top: anchor.top - GAP - height };
    case 'bottom':
      return { ...centre, top: anchor.top + anchor.height + GAP };
    case 'left':
      return { ...centre, left: anchor.left - GAP - width };
    case 'right':
      return { ...centre, left: anchor.left + anchor.width + GAP };
  }
}

const clamp = (value: number, size: number, space: number): number =>
  Math.max(EDGE, Math.min(value, space - EDGE - size));

/**
 * @param anchor the explained element. @param side where the tooltip goes if it fits there, else opposite.
 * @returns the position of a tooltip in the window, in px.
 */
export function placeTooltip(anchor: Box, tooltip: Size, side: Side, view: Size): { left: number; top: number } {
  const inside = ({ left, top }: { left: number; top: number }) => ({
    left: clamp(left, tooltip.width, view.width),
    top: clamp(top, tooltip.height, view.height),
  });
  const axis = side === 'left' || side === 'right' ? 'left' : 'top';
  const wanted = besides(anchor, tooltip, side);
  return inside(inside(wanted)[axis] === wanted[axis] ? wanted : besides(anchor, tooltip, OPPOSITE[side]));
}
