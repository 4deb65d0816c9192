import {
  COURIER_COLUMNS,
  COURIER_DOCUMENTS,
  type CourierColumn,
  courierImportOperations,
  type CourierLine,
  IMPORTED_DOCUMENTS,
  type ImportedCourier,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { announce } from '#shared/hooks/announce.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { couriersKey } from '#features/couriers/api/couriers-query.ts';
import { useMayUse } from '#features/session/state/session.ts';
import styles from './components/ImportPreviewed.module.css';
import { TableImport } from './components/TableImport.tsx';
import { countText } from '#shared/format/count-text.ts';
import { csvTemplate } from './rules/csv-template.ts';
import { useTableImport } from './state/use-table-import.ts';

interface Props {
  officeId: string;
  onBack: () => void;
}

type Good = Extract<CourierLine, { ok: true }>;

const NONE: ReadonlySet<number> = new Set();

/** @returns the values of a courier in a line, except the name. */
const aboutCourier = ({ input, zoneNames }: Good): string =>
  [
    VEHICLES[input.vehicle],
    input.plate,
    input.phone && formatPhone(input.phone),
    `${input.shift.from}–${input.shift.to}`,
    ...zoneNames,
    ...(input.documents ?? []).map(({ kind, until }) => `${COURIER_DOCUMENTS[kind]}: ${until ? formatDay(until) : ''}`),
  ]
    .filter(Boolean)
    .join(' · ');

/** Creates couriers from a file: choose it, look at its lines, import. */
export function CouriersImport({ officeId, onBack }: Props) {
  const client = useQueryClient();
  const mayUse = useMayUse();
  const [included, setIncluded] = useState(NONE);
  const keyOf = useIntentKey();
  const create = useMutation({
    mutationFn: (couriers: ImportedCourier[]) =>
      call(courierImportOperations['couriers.import'], {
        query: { officeId },
        body: { couriers },
        idempotencyKey: keyOf(couriers),
      }),
    onSuccess: async ({ created }) => {
      announce(countText(created, 'repartidor creado', 'repartidores creados'));
      await client.invalidateQueries({ queryKey: couriersKey(officeId) });
      onBack();
    },
  });
  const work = useTableImport<CourierColumn, CourierLine>(
    officeId,
    (file) => call(courierImportOperations['couriers.preview'], file),
    () => {
      setIncluded(NONE);
      create.reset();
    },
  );
  const { preview } = work;
  const good = useMemo(() => (preview?.readable ? preview.lines.filter((line) => line.ok) : []), [preview]);
  const couriers = useMemo(
    () => good.filter(({ line, known }) => known === null || included.has(line)).map(({ input }) => input),
    [good, included],
  );
  const without = mayUse(['G01']) ? [] : IMPORTED_DOCUMENTS;
  const known = good.filter((line) => line.known !== null);
  return (
    <section aria-label="Importar repartidores" className={styles['body']}>
      <div>
        <h3 ref={focusOnMount} tabIndex={-1}>
          Importar repartidores
        </h3>
        <p className={styles['note']}>
          De un archivo CSV o Excel, con un repartidor por fila. Solo el nombre es obligatorio. Nada se guarda antes de
          que usted lo vea.
        </p>
      </div>
      <div>
        <TableImport<CourierColumn, Good>
          work={work}
          columns={COURIER_COLUMNS}
          without={without}
          fileLabel="Archivo de repartidores"
          template={{ href: csvTemplate(COURIER_COLUMNS, without), download: 'plantilla-repartidores.csv' }}
          summary={[
            countText(good.length, 'repartidor', 'repartidores'),
            ...(known.length > 0 ? [countText(known.length, 'ya está en la lista', 'ya están en la lista')] : []),
          ]}
          sections={[
            {
              title: 'Ya están en la lista',
              headings: ['Repartidor', 'Se parece a', 'Crear'],
              rows: known.map(({ line, input, known: other }) => ({
                line,
                cells: [
                  input.name,
                  other,
                  <label key="include" className={styles['check']}>
                    <input
                      type="checkbox"
                      checked={included.has(line)}
                      disabled={create.isPending}
                      onChange={({ target }) =>
                        setIncluded(
                          new Set(target.checked ? [...included, line] : [...included].filter((each) => each !== line)),
                        )
                      }
                    />
                    Se parece a {other}: crear de todos modos
                  </label>,
                ],
              })),
            },
            {
              title: 'Repartidores nuevos',
              headings: ['Repartidor', 'Datos'],
              rows: good
                .filter((line) => line.known === null)
                .map((line) => ({ line: line.line, cells: [line.input.name, aboutCourier(line)] })),
            },
          ]}
          create={{
            label: `Crear ${countText(couriers.length, 'repartidor', 'repartidores')}`,
            disabled: couriers.length === 0,
            isPending: create.isPending,
            failure: create.error,
            run: () => create.mutate(couriers),
          }}
          closeLabel="Volver a la lista"
          onClose={onBack}
        />
      </div>
    </section>
  );
}
