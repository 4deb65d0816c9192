import { type SentencePiece } from '../rules/summary.ts';

/** Renders a sentence with its `strong` pieces in bold. */
export function Sentence({ pieces }: { pieces: readonly SentencePiece[] }) {
  return pieces.map(({ text, strong }, index) => (strong ? <strong key={index}>{text}</strong> : text));
}
