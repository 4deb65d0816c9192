import { type ReactNode, useId, useRef } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { type Question, questionsOf, type Readable } from '../rules/import-choices.ts';
import { hiddenColumnsText, rowCount, sheetsText } from '../rules/import-texts.ts';
import { linesText } from '../rules/lines-text.ts';
import { type Import } from '../state/use-import.ts';
import { EncodingChoice } from './EncodingChoice.tsx';
import styles from './ImportQuestions.module.css';
import { SheetChoice } from './SheetChoice.tsx';
import { UnknownClients } from './UnknownClients.tsx';

/** Maximum number of ranges of hidden rows shown. */
const MAX_RUNS = 8;

interface Props {
  preview: Readable;
  work: Import;
  officeId: string;
}

/** Questions that the person answers before the import, so that nothing is imported or dropped silently. */
export function ImportQuestions({ preview, work, officeId }: Props) {
  const frame = useRef<HTMLElement>(null);
  const questions = questionsOf(preview);
  if (questions.length === 0) return null;
  const ask: Record<Question, () => ReactNode> = {
    encoding: () => preview.source.encoding && <EncodingChoice encoding={preview.source.encoding} work={work} />,
    sheet: () => {
      const others = preview.source.sheets.filter(({ place }) => place !== preview.source.sheet);
      return (
        <>
          <p>
            {others.length === 1 ? 'Hay otra hoja que no se lee: ' : 'Hay otras hojas que no se leen: '}
            {sheetsText(others)}.
          </p>
          <div className={styles['choices']}>
            <SheetChoice frame={frame} source={preview.source} work={work} />
            {!work.answered.has('sheet') && <Button onClick={work.keepSheet}>Importar solo esta hoja</Button>}
          </div>
        </>
      );
    },
    hidden: () => (
      <>
        <p>
          {rowCount(preview.hidden.rows.length)} {preview.hidden.rows.length === 1 ? 'está oculta' : 'están ocultas'} o{' '}
          {preview.hidden.rows.length === 1 ? 'filtrada' : 'filtradas'} en el archivo:{' '}
          {linesText(preview.hidden.rows, MAX_RUNS)}.
        </p>
        <Segmented
          label="Filas ocultas"
          options={{ skip: 'No importarlas', include: 'Importarlas también' }}
          value={work.answered.has('hidden') ? (preview.hidden.included ? 'include' : 'skip') : null}
          onChange={(choice) => work.readHidden(choice === 'include')}
        />
      </>
    ),
    crossed: () =>
      preview.crossed && (
        <>
          <p>
            {rowCount(preview.crossed.rows.length)} {preview.crossed.rows.length === 1 ? 'tiene' : 'tienen'} celdas
            tachadas en el archivo: {linesText(preview.crossed.rows, MAX_RUNS)}.
          </p>
          <Segmented
            label="Filas tachadas"
            options={{ skip: 'No importarlas', include: 'Importarlas también' }}
            value={work.answered.has('crossed') ? (preview.crossed.included ? 'include' : 'skip') : null}
            onChange={(choice) => work.readCrossed(choice === 'include')}
          />
        </>
      ),
    columns: () => {
      const { hiddenColumns } = preview.source;
      return (
        hiddenColumns && (
          <>
            <p>{hiddenColumnsText(hiddenColumns.names, work.answered.has('columns') ? hiddenColumns.read : null)}</p>
            <Segmented
              label="Columnas ocultas"
              options={{ read: 'Leerlas', skip: 'No leerlas' }}
              value={work.answered.has('columns') ? (hiddenColumns.read ? 'read' : 'skip') : null}
              onChange={(choice) => work.readHiddenColumns(choice === 'read')}
            />
          </>
        )
      );
    },
    clients: () => <UnknownClients unknown={preview.unknownClients} work={work} officeId={officeId} />,
  };
  return (
    <section ref={frame} aria-label="Antes de importar" className="stack">
      {questions.map((each) => (
        <QuestionItem key={each} isOpen={work.open.includes(each)} question={each}>
          {ask[each]()}
        </QuestionItem>
      ))}
    </section>
  );
}

const TITLES: Record<Question, string> = {
  encoding: '¿Se leen bien las tildes y las eñes?',
  sheet: '¿Qué hoja se importa?',
  hidden: '¿Importar las filas ocultas?',
  crossed: '¿Importar las filas tachadas?',
  columns: '¿Leer las columnas ocultas?',
  clients: '¿Quiénes son estos clientes?',
};

function QuestionItem({ isOpen, question, children }: { isOpen: boolean; question: Question; children: ReactNode }) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      data-open={isOpen || undefined}
      className={classes(styles['question'], isOpen && styles['open'])}
    >
      <h3 id={id} className={styles['title']}>
        {TITLES[question]}
      </h3>
      {children}
    </div>
  );
}

/** @returns the open questions, in words. */
export function openText(open: readonly Question[]): string {
  const names: Record<Question, string> = {
    encoding: 'si se leen bien las tildes',
    sheet: 'qué hoja se importa',
    hidden: 'qué hacer con las filas ocultas',
    crossed: 'qué hacer con las filas tachadas',
    columns: 'si se leen las columnas ocultas',
    clients: 'quiénes son los clientes que no están en su lista',
  };
  return `Antes de importar, decida ${new Intl.ListFormat('es').format(open.map((each) => names[each]))}.`;
}
