import {
  COURIER_COLUMNS,
  courierImportOperations,
  type CourierInput,
  type CourierLine,
  type CourierPreview,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { useMemo, useRef, useState } from 'react';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { announce } from '#shared/hooks/announce.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { EncodingChoice } from './components/EncodingChoice.tsx';
import { SheetChoice } from './components/SheetChoice.tsx';
import { ACCEPTED, refusedFile } from './rules/check-file.ts';
import { mediaTypeOf } from './rules/media-type-of.ts';
import { couriersKey } from '#features/couriers/api/couriers-query.ts';
import styles from './CouriersImport.module.css';

interface Props {
  officeId: string;
  onBack: () => void;
}

interface Reading {
  file: File;
  sheet?: number;
  encoding?: string;
}

/** An empty file with the columns. The byte order mark makes Excel read the accents. */
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${Object.values(COURIER_COLUMNS).join(';')}\r\n`)}`;

const NOTHING: ReadonlySet<number> = new Set();

type Good = Extract<CourierLine, { ok: true }>;

const toCreate = (preview: CourierPreview | undefined, included: ReadonlySet<number>): CourierInput[] =>
  preview?.readable === true
    ? preview.lines
        .filter((line): line is Good => line.ok && (line.known === null || included.has(line.line)))
        .map(({ input }) => input)
    : [];

/** Creates couriers from a file: choose it, look at its lines, import. */
export function CouriersImport({ officeId, onBack }: Props) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState<Reading>();
  const [refusal, setRefusal] = useState<string>();
  const [included, setIncluded] = useState(NOTHING);
  const keyOf = useIntentKey();
  const read = useMutation({
    mutationFn: ({ file, sheet, encoding }: Reading) =>
      call(courierImportOperations['couriers.preview'], {
        query: {
          officeId,
          fileName: file.name,
          ...(sheet !== undefined && { sheet: String(sheet) }),
          ...(encoding !== undefined && { encoding }),
        },
        upload: { content: file, mediaType: mediaTypeOf(file.name) },
      }),
  });
  const preview = read.data;
  const couriers = useMemo(() => toCreate(preview, included), [preview, included]);
  const create = useMutation({
    mutationFn: () =>
      call(courierImportOperations['couriers.import'], {
        query: { officeId },
        body: { couriers },
        idempotencyKey: keyOf(couriers),
      }),
    onSuccess: async ({ created }) => {
      announce(created === 1 ? '1 repartidor creado' : `${formatNumber(created)} repartidores creados`);
      await client.invalidateQueries({ queryKey: couriersKey(officeId) });
      onBack();
    },
  });
  const start = (next: Reading): void => {
    const refused = refusedFile(next.file);
    setRefusal(refused);
    setIncluded(NOTHING);
    create.reset();
    if (refused !== undefined) return;
    setReading(next);
    read.mutate(next);
  };
  const again = {
    isReading: read.isPending,
    answered: new Set(reading?.encoding === undefined ? [] : (['encoding'] as const)),
    readSheet: (sheet: number) => reading && start({ ...reading, sheet }),
    readEncoding: (encoding: string) => reading && start({ ...reading, encoding }),
  };
  const problem = refusal ?? (preview?.readable === false ? preview.remedy : read.error && failureText(read.error));
  const source = preview?.source;
  return (
    <section className={styles['import']} aria-label="Importar repartidores">
      <h3 ref={focusOnMount} tabIndex={-1} className={styles['title']}>
        Importar repartidores
      </h3>
      <p className={styles['muted']}>
        De un archivo CSV o Excel, con un repartidor por fila. Solo el nombre es obligatorio. Nada se guarda antes de
        que usted lo vea.
      </p>
      <div ref={frame} className={styles['choose']}>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label="Archivo de repartidores"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) start({ file: chosen });
            // Allows choosing the same file again after fixing it.
            currentTarget.value = '';
          }}
        />
        <Button
          variant={preview?.readable ? 'secondary' : 'primary'}
          icon={<FileUp size={18} aria-hidden="true" />}
          loading={read.isPending}
          onClick={() => input.current?.click()}
        >
          {preview?.readable ? 'Otro archivo' : 'Seleccionar archivo'}
        </Button>
        <a
          href={TEMPLATE}
          download="plantilla-repartidores.csv"
          className={classes(buttonStyles['button'], buttonStyles['ghost'])}
        >
          <Download size={16} aria-hidden="true" />
          Descargar la plantilla
        </a>
        {source && <SheetChoice frame={frame} source={source} work={again} />}
      </div>
      {problem && <Alert>{problem}</Alert>}
      {source?.encoding && source.encoding.choices.length > 0 && (
        <EncodingChoice encoding={source.encoding} work={again} />
      )}
      {preview?.readable && (
        <Lines
          preview={preview}
          included={included}
          disabled={create.isPending}
          onInclude={(line, isIncluded) =>
            setIncluded((now) => new Set(isIncluded ? [...now, line] : [...now].filter((each) => each !== line)))
          }
        />
      )}
      {create.isError && <Alert>{failureText(create.error)}</Alert>}
      <WindowFoot apart>
        <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          Volver a la lista
        </Button>
        {preview?.readable && (
          <Button
            variant="primary"
            loading={create.isPending}
            disabled={couriers.length === 0}
            onClick={() => create.mutate()}
          >
            Crear {formatNumber(couriers.length)} {couriers.length === 1 ? 'repartidor' : 'repartidores'}
          </Button>
        )}
      </WindowFoot>
    </section>
  );
}

interface LinesProps {
  preview: Extract<CourierPreview, { readable: true }>;
  included: ReadonlySet<number>;
  disabled: boolean;
  onInclude: (line: number, isIncluded: boolean) => void;
}

function Lines({ preview: { lines, ignored, hidden }, included, disabled, onInclude }: LinesProps) {
  const wrong = lines.filter(({ ok }) => !ok).length;
  const known = lines.filter((line) => line.ok && line.known !== null).length;
  return (
    <>
      <p role="status">
        {formatNumber(lines.length)} {lines.length === 1 ? 'fila' : 'filas'}
        {wrong > 0 && `, ${formatNumber(wrong)} con errores, que no se importan`}
        {known > 0 && `, ${formatNumber(known)} que ya están en la lista`}
        {hidden > 0 && `, ${formatNumber(hidden)} ocultas que no se leen`}.
        {ignored.length > 0 && ` Columnas que no se usan: ${ignored.join(', ')}.`}
      </p>
      <ul className={styles['lines']} aria-label="Filas del archivo">
        {lines.map((line) => (
          <li key={line.line} className={styles['line']}>
            <span className={styles['muted']}>{line.line}</span>
            {line.ok ? (
              <>
                <span className={styles['name']}>{line.input.name}</span>
                <span className={styles['muted']}>
                  {[
                    VEHICLES[line.input.vehicle],
                    line.input.plate,
                    line.input.phone && formatPhone(line.input.phone),
                    `${line.input.shift.from}–${line.input.shift.to}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {line.known !== null && (
                  <label className={styles['known']}>
                    <input
                      type="checkbox"
                      checked={included.has(line.line)}
                      disabled={disabled}
                      onChange={({ target }) => onInclude(line.line, target.checked)}
                    />
                    Se parece a {line.known}: crear de todos modos
                  </label>
                )}
              </>
            ) : (
              <>
                <span className={styles['name']}>{line.name || '(sin nombre)'}</span>
                <ul className={styles['errors']}>
                  {line.errors.map(({ column, text, reason }) => (
                    <li key={column}>
                      {COURIER_COLUMNS[column]} «{text}»: {reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
