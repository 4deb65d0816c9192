import {
  absenceEdit,
  addDays,
  type Courier,
  courierRecordOperations,
  MAX_ABSENCE_AHEAD,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#shared/format/format-day.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { absencesQuery } from '../api/courier-records.ts';
import { couriersKey } from '../api/couriers-query.ts';
import { type Span, spansOf } from '../rules/absence-spans.ts';
import styles from './CourierRecord.module.css';

interface Props {
  officeId: string;
  courier: Courier;
  today: string;
}

const spanText = ({ from, to }: Span, today: string): string =>
  from === to ? formatDay(from, today) : `${formatDay(from, today)} – ${formatDay(to, today)}`;

/** The days on which a courier will be absent, with a form to add some. No reason is asked for. */
export function CourierAbsences({ officeId, courier, today }: Props) {
  const client = useQueryClient();
  const query = absencesQuery(officeId, courier.id);
  const absences = useQuery(query);
  const [span, setSpan] = useState<Span>({ from: today, to: today });
  const [error, setError] = useState<string>();
  const isRetired = courier.state === 'retirado';
  const mark = useMutation({
    mutationFn: (change: Span & { absent: boolean }) =>
      call(courierRecordOperations['couriers.absent'], {
        params: { id: courier.id },
        query: { officeId },
        body: change,
      }),
    onSuccess: (left, { absent }) => {
      client.setQueryData(query.queryKey, left);
      announce(absent ? `${courier.name}: ausencia guardada` : `${courier.name}: ausencia quitada`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: couriersKey(officeId) }),
  });
  const add = (): void => {
    const last = addDays(today, MAX_ABSENCE_AHEAD);
    const read = absenceEdit.safeParse({ ...span, absent: true });
    const message = read.success
      ? span.from < today || span.to > last
        ? `Escriba días desde hoy hasta el ${formatDay(last, today)}`
        : undefined
      : 'Escriba el primer y el último día, de 62 días seguidos como máximo';
    setError(message);
    if (message === undefined) mark.mutate({ ...span, absent: true });
  };
  return (
    <div className={styles['part']}>
      <h4 className={styles['subtitle']}>Ausencias</h4>
      {absences.isPending && <Skeleton height={40} />}
      {absences.isLoadingError && <QueryError query={absences} />}
      {absences.data?.days.length === 0 && <p className="note">No tiene ausencias marcadas.</p>}
      {absences.data && absences.data.days.length > 0 && (
        <ul className={styles['spans']} aria-label={`Ausencias de ${courier.name}`}>
          {spansOf(absences.data.days).map((each) => (
            <li key={each.from}>
              {spanText(each, today)}
              <Button
                size="sm"
                variant="ghost"
                disabled={mark.isPending}
                aria-label={`Quitar la ausencia: ${spanText(each, today)}`}
                onClick={() => mark.mutate({ ...each, absent: false })}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isRetired && (
        <form
          className={styles['add']}
          noValidate
          aria-label="Agregar ausencia"
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <DateField
            label="Primer día"
            value={span.from}
            today={today}
            min={today}
            onChange={(from) => setSpan({ from, to: span.to < from ? from : span.to })}
          />
          <DateField
            label="Último día"
            value={span.to}
            today={today}
            min={span.from}
            error={error}
            onChange={(to) => setSpan({ ...span, to })}
          />
          <Button type="submit" loading={mark.isPending}>
            Marcar ausente
          </Button>
        </form>
      )}
      <FailureAlert error={mark.error} />
    </div>
  );
}
