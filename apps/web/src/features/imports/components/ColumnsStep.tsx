import { type ImportColumns, type ImportSource, keysOf, type TableLayout } from '@despacho/contracts/dispatch';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { type Chosen, withChosen } from '../rules/column-choice.ts';
import { type Import } from '../state/use-import.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { SheetChoice } from './SheetChoice.tsx';

const UNUSED = 'no';

interface Props<Key extends string> {
  columns: ImportColumns<Key>;
  /** Columns that this person may not import. */
  without?: readonly Key[];
  layout: TableLayout<Key>;
  chosen: Chosen<Key>;
  source: ImportSource | null | undefined;
  work: Pick<Import, 'isReading' | 'isMapping' | 'readSheet' | 'setMapping' | 'restart'>;
  /** Names of required fields without a column. */
  missing: readonly string[];
  /** Explains the effect of the choice. */
  note?: string;
  /** A list without headings is possible. */
  mayLackHeadings?: boolean;
  problem: string | false;
  sampleText?: (sample: string, key: Key | undefined) => string;
  onChoose: (chosen: Chosen<Key>) => void;
  onHeadings: (line: number) => void;
  onContinue: () => void;
  onClose: () => void;
  /** Further fields, for all lines. */
  children?: ReactNode;
}

/** The columns of a file with some values, and the field of each one. */
export function ColumnsStep<Key extends string>({
  columns,
  without = [],
  layout,
  chosen,
  source,
  work,
  missing,
  note,
  mayLackHeadings = false,
  problem,
  sampleText = (sample) => sample,
  onChoose,
  onHeadings,
  onContinue,
  onClose,
  children,
}: Props<Key>) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }, []);
  const keys = keysOf(columns).filter((key) => !without.includes(key));
  const options = [
    { value: UNUSED, label: 'No se usa' },
    ...keys.map((key) => ({
      value: key,
      label: columns[key].required ? `${columns[key].header} *` : columns[key].header,
    })),
  ];
  const lines = layout.rows.map(({ line, text }) => ({ value: String(line), label: `Fila ${line}: ${text}` }));
  return (
    <>
      <div ref={frame} className={styles['body']}>
        <div>
          <h3>¿Qué es cada columna?</h3>
          {note && <p className={styles['note']}>{note}</p>}
          <div className={styles['headings']}>
            {source && <SheetChoice frame={frame} source={source} work={work} />}
            <Select
              frame={frame}
              label="Los títulos están en"
              value={String(layout.line)}
              options={mayLackHeadings ? [{ value: '0', label: 'Ninguna fila: no tiene títulos' }, ...lines] : lines}
              disabled={work.isReading}
              onChange={(line) => onHeadings(Number(line))}
            />
          </div>
          <p role="status" className={styles['missing']}>
            {missing.length > 0 && `Falta seleccionar: ${missing.join(', ')}.`}
          </p>
        </div>
        <LinesTable
          label="Columnas del archivo"
          headings={['En el archivo', 'Es', 'Por ejemplo']}
          className={styles['choices']}
        >
          {layout.columns.map(({ place, heading, samples }) => (
            <tr key={place}>
              <td>{heading === '' ? `(columna ${place + 1}, sin título)` : heading}</td>
              <td className={styles['field']}>
                <Select
                  bare
                  frame={frame}
                  label={`«${heading === '' ? `Columna ${place + 1}` : heading}» es`}
                  value={chosen.get(place) ?? UNUSED}
                  options={options}
                  disabled={work.isReading}
                  onChange={(value) =>
                    onChoose(
                      withChosen(
                        chosen,
                        place,
                        keys.find((key) => key === value),
                      ),
                    )
                  }
                />
              </td>
              <td className={styles['remedy']}>
                {samples.map((sample) => sampleText(sample, chosen.get(place))).join(' · ')}
              </td>
            </tr>
          ))}
        </LinesTable>
        {children}
      </div>
      <Alert className={windowStyles['failure']}>{problem}</Alert>
      <WindowFoot>
        {work.isMapping ? (
          <Button onClick={() => work.setMapping(false)}>Volver</Button>
        ) : (
          <Button onClick={work.restart}>Seleccionar otro archivo</Button>
        )}
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" loading={work.isReading} onClick={onContinue}>
          Continuar
        </Button>
      </WindowFoot>
    </>
  );
}
