import { type Piece } from '../rules/summary.ts';

/** Renders a sentence with its `strong` pieces in bold. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, strong }, index) => (strong ? <strong key={index}>{text}</strong> : text));
}
