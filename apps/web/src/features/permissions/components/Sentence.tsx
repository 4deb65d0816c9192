import { type Piece } from '../rules/summary.ts';

/** A sentence of the summary, with what differs from case to case set off. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, strong }, index) => (strong ? <strong key={index}>{text}</strong> : text));
}
