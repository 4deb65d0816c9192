import { IMPORT_COLUMNS, type ImportLayout, type ImportPreview } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { ClientField } from '#features/orders/components/ClientField.tsx';
import { type Chosen, chosenOf, hasDays, missingFields } from '../rules/column-choice.ts';
import { sampleText } from '../rules/sample-text.ts';
import { type Import } from '../state/use-import.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileDate } from './FileDate.tsx';

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

/** The columns of a file of orders, and the client and the day of lines without one. */
export function ChooseColumns({ layout, work, officeId, today, onClose }: Props) {
  const [read, setRead] = useState(layout);
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(layout));
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
    <ColumnsStep
      columns={IMPORT_COLUMNS}
      layout={layout}
      chosen={chosen}
      source={work.preview?.source}
      work={work}
      missing={missing}
      note="Su oficina recordará lo que seleccione para los archivos de este cliente con los mismos títulos."
      problem={
        work.failure
          ? failureText(work.failure)
          : isAsked && missing.length > 0 && 'Seleccione las columnas que faltan.'
      }
      sampleText={sampleText}
      onChoose={setChosen}
      onHeadings={(line) => work.readHeadings(line, { client: client.trim(), date: isDated ? '' : date })}
      onContinue={goOn}
      onClose={onClose}
    >
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
    </ColumnsStep>
  );
}
