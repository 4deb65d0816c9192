import { memo } from 'react';
import styles from './Highlight.module.css';
import { matchRanges } from './search.ts';

interface Props {
  text: string;
  /** Folded words, from `queryWords`. */
  words: readonly string[];
}

/** The text with matches of the search marked. */
export const Highlight = memo(function Highlight({ text, words }: Props) {
  if (words.length === 0) return text;
  return matchRanges(text, words).map((piece, index) =>
    piece.hit ? (
      <mark key={index} className={styles['hit']}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
});
