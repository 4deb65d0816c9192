import { pathOf, visibleText } from '@despacho/contracts';
import {
  CLIENT_COLUMN_KEYS,
  CLIENT_COLUMNS,
  type ClientColumnKey,
  type ClientImportPreview,
  type ClientLayout,
  clientRecordOperations,
  writeClientColumns,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { addressOf } from '#shared/http/address.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { refetchClients } from '#features/client-records/api/client-queries.ts';
import drop from './components/ChooseFile.module.css';
import { DownloadLines } from './components/DownloadLines.tsx';
import styles from './components/ImportPreviewed.module.css';
import { LinesTable } from './components/LinesTable.tsx';
import { ACCEPTED, refusedFile } from './rules/check-file.ts';
import { mediaTypeOf } from './rules/media-type-of.ts';
import { useFileDrop } from './state/use-file-drop.ts';

interface Props {
  officeId: string;
  onClose: () => void;
}

type Readable = Extract<ClientImportPreview, { readable: true }>;

/** Rows shown of each kind; the numbers are complete. */
const MAX_SHOWN = 200;

const UNUSED = 'no';

const OPTIONS = [
  { value: UNUSED, label: 'No se usa' },
  ...CLIENT_COLUMN_KEYS.map((key) => ({
    value: key,
    label: CLIENT_COLUMNS[key].required ? `${CLIENT_COLUMNS[key].header} *` : CLIENT_COLUMNS[key].header,
  })),
];

const counted = (count: number, one: string, several: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/** Imports clients: choose a file, check its lines, create the new ones. */
export default function ClientsImportWindow({ officeId, onClose }: Props) {
  const queries = useQueryClient();
  const keyOf = useIntentKey();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [isMapping, setMapping] = useState(false);
  const read = useMutation({
    mutationFn: ({ chosen, columns }: { chosen: File; columns?: string }): Promise<ClientImportPreview> =>
      call(clientRecordOperations['clients.importPreview'], {
        query: { officeId, fileName: chosen.name, ...(columns !== undefined && { columns }) },
        upload: { content: chosen, mediaType: mediaTypeOf(chosen.name) },
      }),
    onSuccess: () => setMapping(false),
  });
  const preview = read.data;
  const write = useMutation({
    mutationFn: ({ id, fresh }: Readable) =>
      call(clientRecordOperations['clients.importCommit'], {
        params: { id },
        query: { officeId },
        body: { clients: fresh },
        idempotencyKey: keyOf(id),
      }),
    onSuccess: ({ created }) => {
      announce(counted(created, 'cliente creado', 'clientes creados'));
      return refetchClients(queries);
    },
  });
  const choose = (chosen: File): void => {
    const refused = refusedFile(chosen);
    setFile(chosen);
    setRefusal(refused);
    read.reset();
    write.reset();
    if (refused === undefined) read.mutate({ chosen });
  };
  const restart = (): void => {
    setFile(undefined);
    read.reset();
    write.reset();
  };
  const layout = (isMapping || preview?.readable === false) && !write.data ? preview?.layout : undefined;
  const isChoosing = !write.data && !layout && !preview?.readable;
  const isOver = useFileDrop(isChoosing && !read.isPending ? choose : undefined);
  return (
    <Window
      wide
      title="Importar clientes"
      lead={
        file && !isChoosing
          ? visibleText(file.name)
          : 'De un archivo CSV o Excel, con un cliente por línea. Nada se crea antes de que usted lo vea.'
      }
      onDismiss={write.isPending ? undefined : onClose}
    >
      {write.data && (
        <>
          <p role="status">
            Se crearon {counted(write.data.created, 'cliente', 'clientes')}, con códigos desde {write.data.firstCode}{' '}
            hasta {write.data.lastCode}.
          </p>
          <WindowFoot>
            <Button onClick={restart}>Importar otro archivo</Button>
            <Button variant="primary" onClick={onClose}>
              Cerrar
            </Button>
          </WindowFoot>
        </>
      )}
      {layout && file && (
        <ChooseClientColumns
          layout={layout}
          failure={read.error}
          isReading={read.isPending}
          onBack={preview?.readable ? () => setMapping(false) : restart}
          onContinue={(columns) =>
            read.mutate({ chosen: file, columns: writeClientColumns({ line: layout.line, columns }) })
          }
        />
      )}
      {!write.data && !layout && preview?.readable && (
        <Previewed
          preview={preview}
          failure={write.error}
          isImporting={write.isPending}
          onColumns={() => setMapping(true)}
          onRestart={restart}
          onImport={() => write.mutate(preview)}
        />
      )}
      {isChoosing && (
        <ChooseClientsFile
          officeId={officeId}
          file={file}
          isOver={isOver}
          isReading={read.isPending}
          problem={
            refusal ??
            (preview?.readable === false ? `${preview.why}. ${preview.remedy}` : read.error && failureText(read.error))
          }
          onChoose={choose}
          onClose={onClose}
        />
      )}
    </Window>
  );
}

interface ChooseProps {
  officeId: string;
  file: File | undefined;
  isOver: boolean;
  isReading: boolean;
  problem: string | null | undefined;
  onChoose: (file: File) => void;
  onClose: () => void;
}

function ChooseClientsFile({ officeId, file, isOver, isReading, problem, onChoose, onClose }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const template = `${addressOf(pathOf(clientRecordOperations['clients.importTemplate'], {}))}?${new URLSearchParams({ officeId }).toString()}`;
  return (
    <>
      <div className={classes(drop['drop'], isOver && drop['over'])}>
        <FileUp size={28} aria-hidden="true" className={drop['icon']} />
        <p role="status">
          {isReading && file ? `Leyendo «${visibleText(file.name)}»…` : 'Suelte aquí el archivo, o selecciónelo'}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label="Archivo de clientes"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen && !isReading) onChoose(chosen);
            currentTarget.value = '';
          }}
        />
        <Button variant="primary" loading={isReading} onClick={() => input.current?.click()}>
          Seleccionar archivo
        </Button>
      </div>
      <Alert className={windowStyles['failure']}>{problem}</Alert>
      <WindowFoot>
        <DownloadLines href={template}>Descargar la plantilla</DownloadLines>
        <Button onClick={onClose}>Cancelar</Button>
      </WindowFoot>
    </>
  );
}

interface ColumnsProps {
  layout: ClientLayout;
  failure: Error | null;
  isReading: boolean;
  onBack: () => void;
  onContinue: (columns: (readonly [number, ClientColumnKey])[]) => void;
}

/** The columns of a file with some values, and the field of each one. */
function ChooseClientColumns({ layout, failure, isReading, onBack, onContinue }: ColumnsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<number, ClientColumnKey>>(
    () => new Map(layout.columns.flatMap(({ place, key }) => (key === null ? [] : [[place, key] as const]))),
  );
  const isMissing = ![...chosen.values()].includes('name');
  const put = (place: number, key: string): void => {
    // A field has one column.
    const others = [...chosen].filter(([at, each]) => at !== place && each !== key);
    const own = CLIENT_COLUMN_KEYS.find((each) => each === key);
    setChosen(new Map(own ? [...others, [place, own]] : others));
  };
  return (
    <>
      <div ref={frame} className={styles['body']}>
        <div>
          <h3>¿Qué es cada columna?</h3>
          <p role="status" className={styles['missing']}>
            {isMissing && 'Falta seleccionar: Nombre.'}
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
                  disabled={isReading}
                  onChange={(key) => put(place, key)}
                />
              </td>
              <td className={styles['remedy']}>{samples.join(' · ')}</td>
            </tr>
          ))}
        </LinesTable>
      </div>
      <Alert className={windowStyles['failure']}>{failure && failureText(failure)}</Alert>
      <WindowFoot>
        <Button onClick={onBack}>Volver</Button>
        <Button variant="primary" loading={isReading} disabled={isMissing} onClick={() => onContinue([...chosen])}>
          Continuar
        </Button>
      </WindowFoot>
    </>
  );
}

interface PreviewedProps {
  preview: Readable;
  failure: Error | null;
  isImporting: boolean;
  onColumns: () => void;
  onRestart: () => void;
  onImport: () => void;
}

const KINDS = [
  { outcome: 'error', title: 'Líneas por corregir', headings: ['Línea', 'Cliente', 'Qué corregir'] },
  { outcome: 'existe', title: 'Ya están en la lista', headings: ['Línea', 'Cliente', 'Por qué se deja fuera'] },
  { outcome: 'nuevo', title: 'Clientes nuevos', headings: ['Línea', 'Cliente', 'Código, documento y distrito'] },
] as const;

function Previewed({ preview, failure, isImporting, onColumns, onRestart, onImport }: PreviewedProps) {
  const { fresh, known, broken, rows } = preview;
  return (
    <>
      <div className={styles['body']}>
        <p role="status">
          {[
            counted(fresh, 'cliente nuevo', 'clientes nuevos'),
            ...(known > 0 ? [counted(known, 'ya está y se deja fuera', 'ya están y se dejan fuera')] : []),
            ...(broken > 0
              ? [counted(broken, 'línea por corregir en el archivo', 'líneas por corregir en el archivo')]
              : []),
          ].join(' · ')}
        </p>
        {KINDS.map(({ outcome, title, headings }) => {
          const own = rows.filter((row) => row.outcome === outcome);
          return (
            own.length > 0 && (
              <div key={outcome}>
                <h3 className={styles['title']}>{title}</h3>
                <LinesTable label={title} headings={headings}>
                  {own.slice(0, MAX_SHOWN).map(({ line, name, code, taxId, district, why }) => (
                    <tr key={line}>
                      <td>{line}</td>
                      <td>{name || '—'}</td>
                      <td>{why ?? [code, taxId, district].filter(Boolean).join(' · ')}</td>
                    </tr>
                  ))}
                </LinesTable>
                {own.length > MAX_SHOWN && (
                  <p className={styles['more']}>Y {formatNumber(own.length - MAX_SHOWN)} líneas más.</p>
                )}
              </div>
            )
          );
        })}
      </div>
      <Alert className={windowStyles['failure']}>{failure && failureText(failure)}</Alert>
      <WindowFoot>
        <Button onClick={onColumns}>Cambiar columnas</Button>
        <Button onClick={onRestart}>Otro archivo</Button>
        <Button variant="primary" disabled={fresh === 0} loading={isImporting} onClick={onImport}>
          {fresh === 0 ? 'No hay clientes nuevos' : `Crear ${counted(fresh, 'cliente', 'clientes')}`}
        </Button>
      </WindowFoot>
    </>
  );
}
