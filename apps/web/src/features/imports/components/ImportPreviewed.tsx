import { useMemo } from 'react';
import Download from 'lucide-react/icons/download';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import buttonStyles from '../../../shared/ui/Button/Button.module.css';
import { classes } from '../../../shared/styles/classes.ts';
import windowStyles from '../../../shared/ui/Window/Window.module.css';
import { focusOnMount } from '../../../shared/hooks/focus-on-mount.ts';
import { failureText } from '../../../shared/format/failure-text.ts';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { brokenLinesAddress } from '../api/import-addresses.ts';
import {
  columnsText,
  importedText,
  importLabel,
  type Readable,
  retryText,
  summaryText,
  wantedOf,
} from '../rules/import-texts.ts';
import { lineCount, linesText } from '../rules/lines-text.ts';
import { brokenCells, goodRows, type LineNote, lineNotes } from '../rules/preview-rows.ts';
import { type Import } from '../state/use-import.ts';
import { BrokenCells } from './BrokenCells.tsx';
import { DoubtfulRows } from './DoubtfulRows.tsx';
import { GoodRows } from './GoodRows.tsx';
import styles from './ImportPreviewed.module.css';

interface Props {
  preview: Readable;
  work: Import;
  place: { officeId: string; timeZone: string };
  onRestart: () => void;
  onClose: () => void;
}

/** Preview of an import: errors first, then the orders to create. */
export function ImportPreviewed({ preview, work, place, onRestart, onClose }: Props) {
  const { good, broken, doubtful, imported, ignored, rows, id, layout } = preview;
  const cells = useMemo(() => brokenCells(rows), [rows]);
  const wanted = wantedOf(preview, work.included);
  const goods = goodRows(rows);
  const doubtfulLines = new Set(doubtful.map(({ line }) => line));
  return (
    <>
      <div className={styles['body']}>
        <h3 ref={focusOnMount} tabIndex={-1}>
          {summaryText(preview)}
        </h3>
        {imported && <p className={styles['warning']}>{importedText(imported, place.timeZone)}</p>}
        <div className={styles['columns']}>
          <p className={styles['note']}>{columnsText(layout, ignored)}</p>
          <Button size="sm" disabled={work.isImporting} onClick={() => work.setMapping(true)}>
            Cambiar columnas
          </Button>
        </div>
        {(broken > 0 || work.hasFixes) && <BrokenCells cells={cells} work={work} />}
        {doubtful.length > 0 && (
          <DoubtfulRows
            doubtful={doubtful}
            rowOf={new Map(goods.map((row) => [row.line, row]))}
            included={work.included}
            officeId={place.officeId}
            disabled={work.isImporting}
            onInclude={work.include}
          />
        )}
        {good > 0 && <LineNotes notes={lineNotes(rows)} />}
        {good > doubtful.length && <GoodRows rows={goods.filter(({ line }) => !doubtfulLines.has(line))} />}
      </div>
      <Alert className={windowStyles['failure']}>
        {work.failure
          ? `${failureText(work.failure)} ${retryText(wanted)}`
          : work.fixFailure && `${failureText(work.fixFailure)} La corrección no se guardó.`}
      </Alert>
      <WindowFoot>
        {broken > 0 && (
          <a
            href={brokenLinesAddress(place.officeId, id)}
            download
            className={classes(buttonStyles['button'], buttonStyles['ghost'])}
          >
            <Download size={16} aria-hidden="true" />
            Descargar las líneas con errores
          </a>
        )}
        {!work.isImporting && <Button onClick={onRestart}>Elegir otro archivo</Button>}
        {work.failure && !work.isImporting && <Button onClick={work.readAgain}>Leer otra vez el archivo</Button>}
        {!work.isImporting && <Button onClick={onClose}>Cancelar</Button>}
        {wanted.orders > 0 && (
          <Button variant="primary" loading={work.isImporting || work.isFixing} onClick={work.commit}>
            {importLabel(wanted)}
          </Button>
        )}
      </WindowFoot>
    </>
  );
}

/** Notes on lines that will be imported: each note once, with an expandable list of its lines. */
function LineNotes({ notes }: { notes: readonly LineNote[] }) {
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
