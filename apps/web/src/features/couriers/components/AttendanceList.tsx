import { addDays, type Courier, courierRecordOperations, MAX_ATTENDANCE } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { failureSentences } from '#shared/format/failure-text.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { announce } from '#shared/hooks/announce.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { withWholeRows } from '#shared/hooks/whole-rows.ts';
import { call } from '#shared/http/call.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { couriersKey, couriersOn } from '../api/couriers-query.ts';
import { attendanceOf, type Marks } from '../rules/attendance.ts';
import styles from './AttendanceList.module.css';

interface Props {
  officeId: string;
  /** The office's working day. */
  today: string;
  /** Splits the load of a courier who goes home today. */
  onLeave: (courier: Courier) => void;
  onBack: () => void;
}

const DAYS = { hoy: 'Hoy', manana: 'Mañana' } as const;

const NOBODY: Marks = new Map();

const listRef = withWholeRows(oneTabStop);

/**
 * Who works on a day, all in one list. Arrows move, Space changes a person, P marks present and A absent; the changes are
 * saved together.
 */
export function AttendanceList({ officeId, today, onLeave, onBack }: Props) {
  const client = useQueryClient();
  const [which, setWhich] = useState<keyof typeof DAYS>('hoy');
  const day = which === 'hoy' ? today : addDays(today, 1);
  const query = useQuery(couriersOn(officeId, { day, today }));
  const [search, setSearch] = useState('');
  const [marks, setMarks] = useState(NOBODY);
  const list = useRef<HTMLUListElement>(null);
  const working = (query.data ?? []).filter(({ state }) => state !== 'retirado');
  const shown = rankedSearch(working, ({ name, plate }) => ({ name, codes: [plate] }))(search).items;
  const isPresent = (courier: Courier): boolean => marks.get(courier.id) ?? courier.state === 'activo';
  const { absent, present } = attendanceOf(working, marks);
  const changes = absent.length + present.length;
  const save = useMutation({
    mutationFn: () =>
      call(courierRecordOperations['couriers.attend'], { query: { officeId }, body: { day, absent, present } }),
    onSuccess: async ({ changed }) => {
      announce(`Asistencia guardada: ${countText(changed, 'cambio', 'cambios')}`);
      await client.invalidateQueries({ queryKey: couriersKey(officeId) });
      setMarks(NOBODY);
    },
  });
  const mark = ({ id }: Courier, value: boolean): void => setMarks((now) => new Map(now).set(id, value));
  const keep = useCallback((element: HTMLUListElement | null) => {
    list.current = element;
    return listRef(element);
  }, []);
  const boxes = (): HTMLInputElement[] => [...(list.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = boxes();
    const row = document.activeElement?.closest('li');
    const at = all.findIndex((box) => row?.contains(box));
    const courier = shown[at];
    if (!courier || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    const target = { arrowdown: at + 1, arrowup: at - 1, home: 0, end: all.length - 1 }[key];
    if (target !== undefined) all[target]?.focus();
    else if (key === 'arrowright') row?.querySelector('button')?.focus();
    else if (key === 'arrowleft') all[at]?.focus();
    else if (key === 'p' || key === 'a') {
      mark(courier, key === 'p');
      all[at + 1]?.focus();
    } else return;
    event.preventDefault();
  };
  const isThere = query.isSuccess;
  useEffect(() => {
    // The button that opened the list is gone.
    if (isThere) list.current?.querySelector('input')?.focus();
  }, [isThere]);
  const here = working.filter(isPresent).length;
  return (
    <section className="stack-3" aria-label="Asistencia">
      <h3 className={styles['title']}>Asistencia</h3>
      <div className={styles['top']}>
        <Segmented
          label="Día"
          value={which}
          options={DAYS}
          onChange={(next) => {
            setWhich(next);
            setMarks(NOBODY);
            save.reset();
          }}
        />
        <SearchField
          label="Buscar repartidor"
          value={search}
          onChange={setSearch}
          matches={query.data && shown.length}
          className={styles['search']}
        />
        <p className="note" role="status">
          {formatNumber(here)} de {formatNumber(working.length)} presentes {dayWord(day, today)}
        </p>
      </div>
      {query.isPending && <Skeleton height={240} />}
      {query.isLoadingError && <QueryError query={query} />}
      {query.data && shown.length === 0 && (
        <p className="note">
          {search === ''
            ? 'Esta oficina no tiene repartidores. Vuelva a la lista y cree el primero.'
            : `Nadie coincide con «${search}».`}
        </p>
      )}
      {shown.length > 0 && (
        // The keys are of the checkboxes inside.
        <ul ref={keep} className={styles['list']} aria-label="Asistencia de los repartidores" onKeyDown={onKeyDown}>
          {shown.map((courier) => (
            <li key={courier.id}>
              <label className={styles['row']}>
                <input
                  type="checkbox"
                  checked={isPresent(courier)}
                  disabled={save.isPending}
                  onChange={({ target }) => mark(courier, target.checked)}
                />
                <span className={styles['name']}>{courier.name}</span>
                <span className="note">{courier.phone === null ? '—' : formatPhone(courier.phone)}</span>
                <span className="note">
                  {courier.shift.from}–{courier.shift.to}
                </span>
                <span className={styles['state']} data-absent={!isPresent(courier) || undefined}>
                  {isPresent(courier) ? 'Presente' : 'Ausente'}
                  {!isPresent(courier) &&
                    courier.load.orders > 0 &&
                    ` · lleva ${formatNumber(courier.load.orders)} órd.`}
                  {!isPresent(courier) &&
                    courier.held !== undefined &&
                    ` · lleva ${courier.held === null ? 'efectivo' : formatSoles(courier.held)}`}
                </span>
              </label>
              {which === 'hoy' && courier.load.orders > 0 && (
                <Button
                  size="sm"
                  variant="ghost"
                  className={styles['leave']}
                  aria-label={`${courier.name} se retira hoy`}
                  // The window replaces this list, with the marks.
                  disabled={changes > 0}
                  title={changes > 0 ? 'Guarde antes la asistencia' : undefined}
                  onClick={() => onLeave(courier)}
                >
                  Se retira hoy…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="note">Flechas para recorrer y para pasar al botón, Espacio para cambiar, P presente, A ausente.</p>
      {save.isError && <Alert>{failureSentences(save.error)}</Alert>}
      {changes > MAX_ATTENDANCE && <Alert>Guarde {formatNumber(MAX_ATTENDANCE)} cambios a la vez como máximo.</Alert>}
      <WindowFoot apart>
        <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          Volver a la lista
        </Button>
        <Button
          variant="primary"
          loading={save.isPending}
          disabled={changes === 0 || changes > MAX_ATTENDANCE}
          onClick={() => save.mutate()}
        >
          Guardar asistencia{changes > 0 && ` (${formatNumber(changes)})`}
        </Button>
      </WindowFoot>
    </section>
  );
}
