import { pathOf, visibleText } from '@despacho/contracts';
import {
  CLIENT_COLUMNS,
  type ClientColumnKey,
  type ClientImportCommit,
  type ClientLine,
  clientRecordOperations,
  type ImportedClients,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#shared/http/address.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { refetchClients } from '#features/client-records/api/client-queries.ts';
import styles from './components/ImportPreviewed.module.css';
import { TableImport } from './components/TableImport.tsx';
import { countText } from '#shared/format/count-text.ts';
import { useTableImport } from './state/use-table-import.ts';

interface Props {
  officeId: string;
  onClose: () => void;
}

type Good = Extract<ClientLine, { ok: true }>;

const NONE: ReadonlySet<number> = new Set();

const clients = (count: number): string => countText(count, 'cliente', 'clientes');

/** @returns the label of the button: «Crear 2 clientes y actualizar 1». */
function createLabel(fresh: number, updated: number): string {
  if (fresh === 0 && updated === 0) return 'No hay clientes nuevos';
  if (fresh === 0) return `Actualizar ${clients(updated)}`;
  return updated === 0 ? `Crear ${clients(fresh)}` : `Crear ${clients(fresh)} y actualizar ${updated}`;
}

/** @returns what an import did: «Se crearon 2 clientes, con códigos desde C0001 hasta C0002. Se actualizó 1 cliente.» */
function importedText({ created, updated, firstCode, lastCode }: ImportedClients): string {
  const codes = created === 1 ? `con código ${firstCode}` : `con códigos desde ${firstCode} hasta ${lastCode}`;
  return [
    ...(created > 0 ? [`${created === 1 ? 'Se creó' : 'Se crearon'} ${clients(created)}, ${codes}.`] : []),
    ...(updated > 0 ? [`${updated === 1 ? 'Se actualizó' : 'Se actualizaron'} ${clients(updated)}.`] : []),
  ].join(' ');
}

/** Imports clients: choose a file, check its lines, create the new ones and change those that the person marks. */
export default function ClientsImportWindow({ officeId, onClose }: Props) {
  const queries = useQueryClient();
  const keyOf = useIntentKey();
  const [update, setUpdate] = useState(NONE);
  const write = useMutation({
    mutationFn: ({ id, ...body }: ClientImportCommit & { id: string }) =>
      call(clientRecordOperations['clients.importCommit'], {
        params: { id },
        query: { officeId },
        body,
        idempotencyKey: keyOf([id, body]),
      }),
    onSuccess: ({ created, updated }) => {
      announce(
        `${countText(created, 'cliente creado', 'clientes creados')}, ${countText(updated, 'actualizado', 'actualizados')}`,
      );
      return refetchClients(queries);
    },
  });
  const work = useTableImport<ClientColumnKey, ClientLine>(
    officeId,
    (file) => call(clientRecordOperations['clients.importPreview'], file),
    () => {
      setUpdate(NONE);
      write.reset();
    },
  );
  const good = work.preview?.readable ? work.preview.lines.filter((line) => line.ok) : [];
  const fresh = good.filter(({ known }) => known === null);
  const known = good.filter((line) => line.known !== null);
  const changing = known.filter((line) => (line.known?.changes.length ?? 0) > 0).map(({ line }) => line);
  const mark = (lines: readonly number[], isMarked: boolean): void =>
    setUpdate(new Set(isMarked ? [...update, ...lines] : [...update].filter((line) => !lines.includes(line))));
  const areAllMarked = changing.every((line) => update.has(line));
  const template = addressOf(pathOf(clientRecordOperations['clients.importTemplate'], {}));
  return (
    <Window
      wide
      title="Importar clientes"
      lead={
        work.file && work.preview
          ? visibleText(work.file.name)
          : 'De un archivo CSV o Excel, con un cliente por fila. Nada se crea antes de que usted lo vea.'
      }
      onDismiss={write.isPending ? undefined : onClose}
    >
      {write.data ? (
        <>
          <p role="status">{importedText(write.data)}</p>
          <WindowFoot>
            <Button onClick={work.restart}>Importar otro archivo</Button>
            <Button variant="primary" onClick={onClose}>
              Cerrar
            </Button>
          </WindowFoot>
        </>
      ) : (
        <TableImport<ClientColumnKey, Good>
          work={work}
          columns={CLIENT_COLUMNS}
          fileLabel="Archivo de clientes"
          template={{ href: `${template}?${new URLSearchParams({ officeId }).toString()}` }}
          summary={[
            countText(fresh.length, 'cliente nuevo', 'clientes nuevos'),
            ...(known.length > 0 ? [countText(known.length, 'ya está', 'ya están')] : []),
          ]}
          sections={[
            {
              title: 'Ya están en la lista',
              headings: ['Cliente', 'Qué cambia', 'Actualizar'],
              action: changing.length > 1 && (
                <Button size="sm" disabled={write.isPending} onClick={() => mark(changing, !areAllMarked)}>
                  {areAllMarked ? 'Omitir todos' : `Actualizar los ${changing.length} que cambian`}
                </Button>
              ),
              rows: known.map((line) => ({
                line: line.line,
                cells: [
                  `${line.known?.name ?? ''} (${line.known?.code ?? ''})`,
                  <Changes key="changes" line={line} />,
                  changing.includes(line.line) ? (
                    <label key="update" className={styles['check']}>
                      <input
                        type="checkbox"
                        aria-label={`Actualizar ${line.known?.name ?? ''}`}
                        checked={update.has(line.line)}
                        disabled={write.isPending}
                        onChange={({ target }) => mark([line.line], target.checked)}
                      />
                      {update.has(line.line) ? 'Actualizar' : 'Omitir'}
                    </label>
                  ) : (
                    'Se omite'
                  ),
                ],
              })),
            },
            {
              title: 'Clientes nuevos',
              headings: ['Cliente', 'Código, documento y distrito'],
              rows: fresh.map(({ line, name, code, taxId, district }) => ({
                line,
                cells: [name, [code, taxId, district].filter(Boolean).join(' · ')],
              })),
            },
          ]}
          create={{
            label: createLabel(fresh.length, update.size),
            disabled: fresh.length + update.size === 0,
            isPending: write.isPending,
            failure: write.error,
            run: () => {
              const { preview } = work;
              if (!preview?.readable || preview.id === null) return;
              write.mutate({ id: preview.id, clients: fresh.length, update: [...update] });
            },
          }}
          onClose={onClose}
        />
      )}
    </Window>
  );
}

/** The changes of a line in the client that it names. */
function Changes({ line: { known } }: { line: Good }) {
  if (!known || known.changes.length === 0) return 'Nada';
  return (
    <ul className={styles['errors']}>
      {known.changes.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{field}</strong> {before === '' ? after : `de «${before}» a «${after}»`}
        </li>
      ))}
    </ul>
  );
}
