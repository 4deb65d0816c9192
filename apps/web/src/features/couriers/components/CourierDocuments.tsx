import {
  COURIER_DOCUMENTS,
  type Courier,
  type CourierDocuments as Documents,
  courierRecordOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureSentences } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { documentsQuery } from '../api/courier-records.ts';
import { couriersKey } from '../api/couriers-query.ts';
import {
  type DocumentErrors,
  type DocumentForm,
  documentForms,
  expiry,
  readDocumentForms,
} from '../rules/document-form.ts';
import styles from './CourierRecord.module.css';

interface Props {
  officeId: string;
  courier: Courier;
  today: string;
}

/** Number and expiry of a courier's documents. */
export function CourierDocuments({ officeId, courier, today }: Props) {
  const documents = useQuery(documentsQuery(officeId, courier.id));
  return (
    <div className={styles['part']}>
      <h4 className={styles['subtitle']}>Documentos</h4>
      <p className="note">
        Solo el número y hasta cuándo valen; no se guarda ninguna copia. «Por atender» avisa antes de que venzan. Se
        borran 90 días después de retirar al repartidor.
      </p>
      {documents.isPending && <Skeleton height={200} />}
      {documents.isLoadingError && <QueryError query={documents} />}
      {documents.data && (
        <DocumentsForm
          key={documents.data.version}
          officeId={officeId}
          courier={courier}
          today={today}
          known={documents.data}
          onReload={() => void documents.refetch()}
        />
      )}
    </div>
  );
}

function DocumentsForm({
  officeId,
  courier,
  today,
  known,
  onReload,
}: Props & { known: Documents; onReload: () => void }) {
  const client = useQueryClient();
  const [forms, setForms] = useState(() => documentForms(known));
  const [errors, setErrors] = useState<DocumentErrors>({});
  const isRetired = courier.state === 'retirado';
  const save = useMutation({
    mutationFn: (next: Documents['documents']) =>
      call(courierRecordOperations['couriers.writeDocuments'], {
        params: { id: courier.id },
        query: { officeId },
        body: { version: known.version, documents: next },
      }),
    onSuccess: (saved) => {
      client.setQueryData(documentsQuery(officeId, courier.id).queryKey, saved);
      announce(`${courier.name}: documentos guardados`);
      return client.invalidateQueries({ queryKey: couriersKey(officeId), exact: true });
    },
  });
  const put = (kind: DocumentForm['kind'], change: Partial<DocumentForm>): void =>
    setForms((now) => now.map((each) => (each.kind === kind ? { ...each, ...change } : each)));
  const isStale = save.error instanceof HttpFailure && save.error.kind === 'conflict';
  return (
    <form
      noValidate
      className={styles['documents']}
      aria-label={`Documentos de ${courier.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readDocumentForms(forms);
        setErrors(read.errors);
        if (Object.keys(read.errors).length === 0 && !save.isPending) save.mutate(read.documents);
      }}
    >
      {forms.map(({ kind, number, until }) => {
        const state = expiry(until, today);
        const name = COURIER_DOCUMENTS[kind];
        return (
          <fieldset key={kind} className={styles['document']} disabled={isRetired}>
            <legend className={styles['name']}>
              {name} {state && <Mark tone={state === 'vencido' ? 'alarm' : 'warn'}>{state}</Mark>}
            </legend>
            <TextField
              label="Número"
              value={number}
              autoComplete="off"
              error={errors[kind]?.number}
              onChange={({ target }) => put(kind, { number: target.value })}
            />
            <DateField
              label="Vence"
              value={until}
              today={today}
              error={errors[kind]?.until}
              onChange={(next) => put(kind, { until: next })}
            />
          </fieldset>
        );
      })}
      {save.isError && (
        <Alert>
          {failureSentences(save.error)}{' '}
          {isStale && (
            <Button size="sm" onClick={onReload}>
              Cargar lo guardado
            </Button>
          )}
        </Alert>
      )}
      {!isRetired && (
        <Button type="submit" variant="primary" loading={save.isPending}>
          Guardar documentos
        </Button>
      )}
    </form>
  );
}
