import { type OrderState } from '@despacho/contracts/dispatch';
import { STATE_TOKENS } from './mark-colors.ts';
import { shapePath, STATE_SHAPES } from './mark-shapes.ts';

/** The mark of a state as drawn on the map; hollow for an approximate place. */
export function MarkShape({ state, hollow = false }: { state: OrderState; hollow?: boolean }) {
  const color = `var(${STATE_TOKENS[state]})`;
  return (
    <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden="true">
      <path
        d={shapePath(STATE_SHAPES[state], 5)}
        style={{ fill: hollow ? 'var(--card)' : color, stroke: color, strokeWidth: hollow ? 2 : 0 }}
      />
    </svg>
  );
}
