import {
  IMPORT_COLUMN_KEYS,
  IMPORT_COLUMNS,
  type ImportColumnKey,
  type ImportLayout,
  type ImportPreview,
} from '@despacho/contracts/dispatch';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { ClientField } from '#features/orders/components/ClientField.tsx';
import { type Chosen, chosenOf, hasDays, missingFields, withChosen } from '../rules/column-choice.ts';
import { sampleText } from '../rules/sample-text.ts';
import { type Import } from '../state/use-import.ts';
import { FileDate } from './FileDate.tsx';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { SheetChoice } from './SheetChoice.tsx';

const UNUSED = 'no';

const OPTIONS = [
  { value: UNUSED, label: 'No se usa' },
  ...IMPORT_COLUMN_KEYS.map((key) => ({
    value: key,
    label: IMPORT_COLUMNS[key].required ? `${IMPORT_COLUMNS[key].header} *` : IMPORT_COLUMNS[key].header,
  })),
];

/** @returns whether the columns are those with which the file could be read, and not the first of several. */
const isRead = (layout: ImportLayout, chosen: Chosen, preview: ImportPreview | undefined): boolean =>
  layout.columns.every(({ place, key }) => (chosen.get(place) ?? null) === key) &&
  !(preview?.readable === false && preview.why === 'repeated_columns');

interface Props {
  layout: ImportLayout;
  work: Import;
  officeId: string;
  /** Today in the office's calendar. */
  today: string;
  onClose: () => void;
}

/** The columns of a file with some values, and the field of each one. */
export function ChooseColumns({ layout, work, officeId, today, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }, []);
  const [read, setRead] = useState(layout);
  const [chosen, setChosen] = useState(() => chosenOf(layout));
  // Read again, with other headings.
  if (read !== layout) {
    setRead(layout);
    setChosen(chosenOf(layout));
  }
  const [client, setClient] = useState(layout.client ?? '');
  const [date, setDate] = useState(layout.date ?? '');
  const [isAsked, setAsked] = useState(false);
  const hasClient = [...chosen.values()].includes('client');
  // A chosen date stays visible, also for a file in which only some lines lack one.
  const isDated = hasDays(layout, chosen) && layout.date === null;
  const missing = missingFields(layout, chosen, { client, date });
  const goOn = (): void => {
    setAsked(true);
    if (missing.length > 0) return;
    const forAll = { client: hasClient ? '' : client.trim(), date: isDated ? '' : date };
    // Another client may have other columns, unless the person has chosen them.
    const isOtherFile = forAll.client !== (layout.client ?? '') || forAll.date !== (layout.date ?? '');
    const isKept = isOtherFile && isRead(layout, chosen, work.preview);
    work.readColumns({ line: layout.line, columns: isKept ? [] : [...chosen] }, forAll);
  };
  return (
    <>
      <div ref={frame} className={styles['body']}>
        <div>
          <h3>¿Qué es cada columna?</h3>
          <p className={styles['note']}>
            Su oficina recordará lo que seleccione para los archivos de este cliente con los mismos títulos.
          </p>
          <div className={styles['headings']}>
            {work.preview?.source && <SheetChoice frame={frame} source={work.preview.source} work={work} />}
            <Select
              frame={frame}
              label="Los títulos están en"
              value={String(layout.line)}
              options={layout.rows.map(({ line, text }) => ({ value: String(line), label: `Línea ${line}: ${text}` }))}
              disabled={work.isReading}
              onChange={(line) => work.readHeadings(Number(line), { client: client.trim(), date: isDated ? '' : date })}
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
                  options={OPTIONS}
                  disabled={work.isReading}
                  onChange={(key) =>
                    setChosen(withChosen(chosen, place, key === UNUSED ? undefined : (key as ImportColumnKey)))
                  }
                />
              </td>
              <td className={styles['remedy']}>
                {samples.map((sample) => sampleText(sample, chosen.get(place))).join(' · ')}
              </td>
            </tr>
          ))}
        </LinesTable>
        {!hasClient && (
          <ClientField
            label="Cliente de todas las órdenes"
            value={client}
            error={isAsked && client.trim() === '' ? 'Seleccione una columna o escriba el cliente' : undefined}
            officeId={officeId}
            onChange={setClient}
          />
        )}
        {!isDated && (
          <FileDate
            value={date}
            error={
              isAsked && missing.includes(IMPORT_COLUMNS.date.header)
                ? 'Seleccione una columna o escriba la fecha'
                : undefined
            }
            today={today}
            found={layout.foundDate}
            onChange={setDate}
          />
        )}
      </div>
      <Alert className={windowStyles['failure']}>
        {work.failure
          ? failureText(work.failure)
          : isAsked && missing.length > 0 && 'Seleccione las columnas que faltan.'}
      </Alert>
      <WindowFoot>
        {work.isMapping ? (
          <Button onClick={() => work.setMapping(false)}>Volver</Button>
        ) : (
          <Button onClick={work.restart}>Seleccionar otro archivo</Button>
        )}
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" loading={work.isReading} onClick={goOn}>
          Continuar
        </Button>
      </WindowFoot>
    </>
  );
}
