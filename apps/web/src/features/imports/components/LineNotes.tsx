import { lineCount, linesText } from '../rules/lines-text.ts';
import { type LineNote } from '../rules/preview-rows.ts';
import styles from './ImportPreviewed.module.css';

/** Notes on lines that will be imported: each note once, with an expandable list of its lines. */
export function LineNotes({ notes }: { notes: readonly LineNote[] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-label="Para tener en cuenta">
      <h3 className={styles['title']}>Para tener en cuenta</h3>
      <ul className={styles['notes']}>
        {notes.map(({ text, lines }) => (
          <li key={text}>
            <details>
              <summary>
                <span className={styles['count']}>{lineCount(lines.length)}:</span> {text}
              </summary>
              <p className={styles['note']}>
                {lines.length === 1 ? 'Línea' : 'Líneas'} {linesText(lines)} del archivo
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
