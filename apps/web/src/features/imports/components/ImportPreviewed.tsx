import { useEffect, useMemo, useRef, useState } from 'react';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { failureText } from '#shared/format/failure-text.ts';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { brokenLinesAddress } from '../api/import-addresses.ts';
import { type Readable, chosenLines } from '../rules/import-choices.ts';
import { columnsText, importedText, importLabel, retryText, summaryText, totalsText } from '../rules/import-texts.ts';
import { lineCount, linesText } from '../rules/lines-text.ts';
import { brokenCells, goodRows, type LineNote, lineNotes } from '../rules/preview-rows.ts';
import { type Import } from '../state/use-import.ts';
import { AccountingFigures } from './AccountingFigures.tsx';
import { BrokenCells } from './BrokenCells.tsx';
import { DoubtfulRows } from './DoubtfulRows.tsx';
import { DownloadLines } from './DownloadLines.tsx';
import { GoodRows } from './GoodRows.tsx';
import styles from './ImportPreviewed.module.css';
import { ImportQuestions, openText } from './ImportQuestions.tsx';
import { TakenOutRows } from './TakenOutRows.tsx';

interface Props {
  preview: Readable;
  work: Import;
  place: { officeId: string; timeZone: string };
  onRestart: () => void;
  onClose: () => void;
}

/** Preview of an import: what to decide, errors, then the orders to create. */
export function ImportPreviewed({ preview, work, place, onRestart, onClose }: Props) {
  const { good, doubtful, imported, ignored, rows, id, layout } = preview;
  const { included, takenOut } = work;
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const chosen = useMemo(() => chosenLines(preview, { included, takenOut }), [preview, included, takenOut]);
  const cells = useMemo(() => brokenCells(rows.filter(({ line }) => !takenOut.has(line))), [rows, takenOut]);
  const goods = goodRows(rows);
  const doubtfulLines = new Set(doubtful.map(({ line }) => line));
  const certain = goods.filter((row) => chosen.outcomeOf(row) === 'imported' && !doubtfulLines.has(row.line));
  const openCount = work.open.length;
  useEffect(() => {
    const { activeElement } = document;
    // A file was dropped on the window, or an answered question was removed together with the focus.
    const hasNoPlace = activeElement === document.body || activeElement?.tagName === 'DIALOG';
    if (hasNoPlace) heading.current?.focus();
  }, [openCount]);
  const takeOut = (line: number): void => work.takeOut(new Set([...takenOut, line]));
  const commit = (): void => {
    setAsked(work.open.length > 0);
    if (work.open.length === 0) work.commit();
    else body.current?.querySelector<HTMLElement>('[data-open]')?.focus();
  };
  return (
    <>
      <div ref={body} className={styles['body']}>
        <h3
          ref={(element) => {
            heading.current = element;
          }}
          tabIndex={-1}
        >
          {summaryText(preview)}
        </h3>
        <AccountingFigures accounting={chosen.accounting} />
        {imported && <p className={styles['warning']}>{importedText(imported, place.timeZone)}</p>}
        <ImportQuestions preview={preview} work={work} officeId={place.officeId} />
        <div className={styles['columns']}>
          <p className={styles['note']}>
            {columnsText(layout, ignored)} {totalsText(preview.totals)}
          </p>
          <Button size="sm" disabled={work.isImporting} onClick={() => work.setMapping(true)}>
            Cambiar columnas
          </Button>
        </div>
        {(chosen.errors > 0 || work.hasFixes) && <BrokenCells cells={cells} work={work} onTakeOut={takeOut} />}
        {doubtful.length > 0 && (
          <DoubtfulRows
            doubtful={doubtful}
            rowOf={new Map(goods.map((row) => [row.line, row]))}
            included={included}
            officeId={place.officeId}
            disabled={work.isImporting}
            onInclude={work.include}
          />
        )}
        {chosen.takenOut > 0 && (
          <TakenOutRows
            rows={rows.filter(({ line }) => takenOut.has(line))}
            disabled={work.isImporting}
            onPutBack={(lines) => work.takeOut(new Set([...takenOut].filter((line) => !lines.includes(line))))}
          />
        )}
        {good > 0 && <LineNotes notes={lineNotes(rows.filter(({ line }) => !takenOut.has(line)))} />}
        {certain.length > 0 && <GoodRows rows={certain} disabled={work.isImporting} onTakeOut={takeOut} />}
      </div>
      <Alert className={windowStyles['failure']}>
        {isAsked && work.open.length > 0
          ? openText(work.open)
          : work.failure
            ? `${failureText(work.failure)} ${retryText(chosen)}`
            : work.fixFailure && `${failureText(work.fixFailure)} La corrección no se guardó.`}
      </Alert>
      <WindowFoot>
        {preview.broken > 0 && (
          <DownloadLines href={brokenLinesAddress(place.officeId, id)}>Descargar las líneas con errores</DownloadLines>
        )}
        {!work.isImporting && <Button onClick={onRestart}>Seleccionar otro archivo</Button>}
        {work.failure && !work.isImporting && <Button onClick={work.readAgain}>Leer otra vez el archivo</Button>}
        {!work.isImporting && <Button onClick={onClose}>Cancelar</Button>}
        {chosen.imported > 0 && (
          <Button variant="primary" loading={work.isImporting || work.isFixing || work.isReading} onClick={commit}>
            {importLabel(chosen)}
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
