import {
  type BrokenLine,
  type ImportColumns,
  missingColumns,
  type TableLayout,
  type TablePreview,
} from '@despacho/contracts/dispatch';
import { type ReactNode, useRef, useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { chosenOf } from '../rules/column-choice.ts';
import { hiddenColumnsText } from '../rules/import-texts.ts';
import { equalLines } from '../rules/preview-rows.ts';
import { type TableWork } from '../state/use-table-import.ts';
import { ChooseFile, type PastedText } from './ChooseFile.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { EncodingChoice } from './EncodingChoice.tsx';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import { TakeSuggestion } from './TakeSuggestion.tsx';

/** Rows shown of each section; the numbers are complete. */
const MAX_SHOWN = 200;

/** Lines with one outcome. */
interface TableSection {
  title: string;
  /** Without the heading of the row numbers. */
  headings: readonly string[];
  rows: readonly { line: number; cells: readonly ReactNode[] }[];
  /** A button for the whole section. */
  action?: ReactNode;
}

interface Props<Key extends string, Line> {
  work: TableWork<Key, Line | BrokenLine<Key>>;
  columns: ImportColumns<Key>;
  /** Columns that this person may not import. */
  without?: readonly Key[];
  /** Label of the file field: «Archivo de clientes». */
  fileLabel: string;
  template: { href: string; download?: string };
  pasted?: PastedText;
  /** «2 clientes nuevos», without the lines with errors. */
  summary: readonly string[];
  sections: readonly TableSection[];
  create: { label: string; disabled: boolean; isPending: boolean; failure: Error | null; run: () => void };
  /** Label of the button that closes; «Cancelar» by default. */
  closeLabel?: string;
  onClose: () => void;
}

/** The steps of an import with one item per row: choose a file, its columns if needed, and review the rows. */
export function TableImport<Key extends string, Line extends { line: number; ok: true }>(props: Props<Key, Line>) {
  const { work, fileLabel, template, pasted, closeLabel, onClose } = props;
  const { preview, layout } = work;
  if (layout) return <TableColumns key={JSON.stringify(layout)} {...props} layout={layout} />;
  if (preview?.readable) return <Previewed {...props} preview={preview} />;
  return (
    <ChooseFile
      work={work}
      label={fileLabel}
      unreadable={preview && `${preview.why}. ${preview.remedy}`}
      source={preview?.source}
      template={template}
      pasted={pasted}
      closeLabel={closeLabel}
      onClose={onClose}
    />
  );
}

function TableColumns<Key extends string, Line>({
  work,
  columns,
  without,
  layout,
  pasted,
  onClose,
}: Props<Key, Line> & { layout: TableLayout<Key> }) {
  const [chosen, setChosen] = useState(() => chosenOf(layout));
  const [isAsked, setAsked] = useState(false);
  const has = new Set(chosen.values());
  const missing = missingColumns(columns, (key) => has.has(key));
  return (
    <ColumnsStep
      columns={columns}
      {...(without && { without })}
      layout={layout}
      chosen={chosen}
      source={work.preview?.source}
      work={work}
      missing={missing.map((key) => columns[key].header)}
      // A list that can be pasted may be one of names alone.
      mayLackHeadings={pasted !== undefined}
      problem={
        work.failure
          ? failureText(work.failure)
          : isAsked && missing.length > 0 && 'Seleccione las columnas que faltan.'
      }
      onChoose={setChosen}
      onHeadings={work.readHeadings}
      onContinue={() => {
        setAsked(true);
        if (missing.length === 0) work.readColumns({ line: layout.line, columns: [...chosen] });
      }}
      onClose={onClose}
    />
  );
}

type Readable<Key extends string, Line> = Extract<TablePreview<Key, Line>, { readable: true }>;

const isBroken = <Key extends string>(line: { ok: boolean }): line is BrokenLine<Key> => !line.ok;

function Previewed<Key extends string, Line extends { line: number; ok: true }>({
  work,
  columns,
  preview,
  summary,
  sections,
  create,
  closeLabel,
  onClose,
}: Props<Key, Line> & { preview: Readable<Key, Line | BrokenLine<Key>> }) {
  const frame = useRef<HTMLDivElement>(null);
  const { ignored, hidden, source, lines } = preview;
  const broken = lines.filter((line): line is BrokenLine<Key> => isBroken<Key>(line));
  const wrongCells = broken.flatMap(({ line, errors }) =>
    errors.map(({ column, value, suggestion }) => ({ line, key: column, value, suggestion })),
  );
  const wrong: TableSection = {
    title: 'Filas por corregir',
    headings: ['Dice', 'Qué corregir'],
    rows: broken.map(({ line, name, errors }) => ({
      line,
      cells: [
        name || '(sin nombre)',
        <ul key="errors" className={styles['errors']}>
          {errors.map(({ column, value, reason, remedy, suggestion }) => {
            const equal = equalLines(wrongCells, { line, key: column, value, suggestion });
            return (
              <li key={`${column ?? ''} ${reason}`}>
                {column !== null && <strong>{columns[column].header}</strong>} {value !== '' && `«${value}»: `}
                {reason}. <span className={styles['remedy']}>{remedy}</span>
                {column !== null && suggestion !== null && (
                  <TakeSuggestion
                    suggestion={suggestion}
                    count={equal.length > 1 && countText(equal.length, 'fila', 'filas')}
                    isDisabled={create.isPending || work.isReading}
                    onTake={() => work.accept(equal[0] ?? line, column)}
                  />
                )}
              </li>
            );
          })}
        </ul>,
      ],
    })),
  };
  return (
    <>
      <div ref={frame} className={styles['body']}>
        <h3 ref={focusOnMount} tabIndex={-1}>
          {[
            ...summary,
            ...(broken.length > 0 ? [countText(broken.length, 'fila por corregir', 'filas por corregir')] : []),
          ].join(' · ')}
        </h3>
        <div className={styles['columns']}>
          <p className={styles['note']}>
            {hidden > 0 &&
              `${countText(hidden, 'fila oculta o tachada no se lee', 'filas ocultas o tachadas no se leen')}. `}
            {source.hiddenColumns && `${hiddenColumnsText(source.hiddenColumns.names)} `}
            {ignored.length > 0 && `Columnas que no se usan: ${ignored.join(', ')}.`}
          </p>
          <SheetChoice frame={frame} source={source} work={work} />
          <Button size="sm" disabled={create.isPending} onClick={() => work.setMapping(true)}>
            Cambiar columnas
          </Button>
        </div>
        {source.encoding && source.encoding.choices.length > 0 && (
          <EncodingChoice encoding={source.encoding} work={work} />
        )}
        {[wrong, ...sections]
          .filter(({ rows }) => rows.length > 0)
          .map((section) => (
            <Section key={section.title} {...section} />
          ))}
      </div>
      <Alert className={windowStyles['failure']}>
        {create.failure ? failureText(create.failure) : work.failure && failureText(work.failure)}
      </Alert>
      <WindowFoot>
        <Button disabled={create.isPending} onClick={work.restart}>
          Seleccionar otro archivo
        </Button>
        <Button disabled={create.isPending} onClick={onClose}>
          {closeLabel ?? 'Cancelar'}
        </Button>
        <Button
          variant="primary"
          disabled={create.disabled}
          loading={create.isPending || work.isReading}
          onClick={create.run}
        >
          {create.label}
        </Button>
      </WindowFoot>
    </>
  );
}

function Section({ title, headings, rows, action }: TableSection) {
  return (
    <section aria-label={title}>
      <div className={classes(styles['columns'], styles['title'])}>
        <h3>{title}</h3>
        {action}
      </div>
      <LinesTable label={`Tabla: ${title}`} headings={['Fila', ...headings]}>
        {rows.slice(0, MAX_SHOWN).map(({ line, cells }) => (
          <tr key={line}>
            <td data-label="Fila">{line}</td>
            {cells.map((cell, place) => (
              <td key={headings[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </LinesTable>
      {rows.length > MAX_SHOWN && (
        <p className={styles['more']}>Y {countText(rows.length - MAX_SHOWN, 'fila más', 'filas más')}.</p>
      )}
    </section>
  );
}
