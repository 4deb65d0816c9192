import { type Courier, COURIER_STATES, VEHICLES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { formatKilograms } from '../rules/load.ts';
import { zoneSummary } from '../rules/zone-names.ts';
import styles from './CouriersTable.module.css';

interface Props {
  couriers: readonly Courier[];
  /** The office's working day. */
  today: string;
  busy: boolean;
  mayRetire: boolean;
  onEdit: (id: string) => void;
  onPhone: (id: string) => void;
  /** Absences and documents. */
  onRecord: (id: string) => void;
  onState: (courier: Courier, state: 'activo' | 'ausente') => void;
  onRetire: (courier: Courier) => void;
  /** Loads more retired couriers; false if all are loaded. */
  moreRetired?: false | { isLoading: boolean; load: () => void };
}

const TONES = { activo: 'good', ausente: 'warn', retirado: 'neutral' } as const;

/** Table of an office's couriers, with retired ones on request. */
export function CouriersTable(props: Props) {
  const { couriers, today, busy, mayRetire, onEdit, onPhone, onRecord, onState, onRetire, moreRetired = false } = props;
  const [search, setSearch] = useState('');
  const [retired, setRetired] = useState(false);
  useZonesServed(couriers[0]?.officeId ?? '', couriers);
  const listed = couriers.filter(({ state }) => retired || state !== 'retirado');
  const shown = rankedSearch(listed, ({ name, plate }) => ({ name, codes: [plate] }))(search).items;
  return (
    <div className="stack-3">
      <div className={styles['find']}>
        <SearchField
          label="Buscar repartidor"
          value={search}
          onChange={setSearch}
          matches={shown.length}
          className={styles['search']}
        />
        <label className={styles['retired']}>
          <input type="checkbox" checked={retired} onChange={({ target }) => setRetired(target.checked)} />
          Ver retirados
        </label>
      </div>
      <ul ref={oneTabStop} className={styles['list']} aria-label="Todos los repartidores">
        {shown.map((courier) => (
          <li key={courier.id} className={styles['row']} aria-label={courier.name}>
            <div className={styles['who']}>
              <span className={styles['name']}>{courier.name}</span>
              <span className={styles['muted']}>
                {[VEHICLES[courier.vehicle], courier.vehicleCategory, courier.plate].filter(Boolean).join(' · ')}
              </span>
            </div>
            <PhoneCell phone={courier.phone} name={courier.name} />
            <div className={styles['muted']}>
              {zoneSummary(courier)}
              <br />
              {courier.shift.from}–{courier.shift.to} · {formatNumber(courier.capacityOrders)} órd. ·{' '}
              {formatKilograms(courier.capacityGrams)}
            </div>
            <div className={styles['state']}>
              <Mark tone={TONES[courier.state]}>{COURIER_STATES[courier.state]}</Mark>
              {courier.retiredAt && (
                <span className={styles['muted']}>{formatDay(courier.retiredAt.slice(0, 10), today)}</span>
              )}
            </div>
            <div className={styles['buttons']}>
              <Button
                id={`edit-${courier.id}`}
                size="sm"
                aria-label={`Editar a ${courier.name}`}
                onClick={() => onEdit(courier.id)}
              >
                Editar
              </Button>
              <Button
                id={`phone-${courier.id}`}
                size="sm"
                aria-label={`Teléfono de ${courier.name}`}
                onClick={() => onPhone(courier.id)}
              >
                Teléfono
              </Button>
              <Button
                id={`record-${courier.id}`}
                size="sm"
                aria-label={`Ficha: ausencias y documentos de ${courier.name}`}
                onClick={() => onRecord(courier.id)}
              >
                Ficha
              </Button>
              <StateButton courier={courier} busy={busy} onState={onState} />
              {mayRetire && courier.state !== 'retirado' && (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={busy}
                  aria-label={`Retirar a ${courier.name}`}
                  onClick={() => onRetire(courier)}
                >
                  Retirar
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {retired && moreRetired && (
        <Button size="sm" disabled={moreRetired.isLoading} onClick={moreRetired.load}>
          Mostrar más retirados
        </Button>
      )}
      {shown.length === 0 && (
        <p className={styles['muted']}>
          {search === ''
            ? 'Esta oficina no tiene repartidores. Cree el primero, o impórtelos de un archivo.'
            : `Nadie coincide con «${search}».`}
        </p>
      )}
    </div>
  );
}

/** The telephone, to call with one press. */
function PhoneCell({ phone, name }: { phone: string | null; name: string }) {
  const links = phone === null ? null : phoneLinks(phone);
  return (
    <div className={styles['tel']}>
      {phone === null ? (
        <span className={styles['muted']}>Sin teléfono</span>
      ) : links ? (
        <a href={links.tel} aria-label={`Llamar a ${name}: ${formatPhone(phone)}`}>
          {formatPhone(phone)}
        </a>
      ) : (
        formatPhone(phone)
      )}
    </div>
  );
}

/** Marks a courier absent or active again. Absent couriers keep their load; retired ones can be reactivated. */
function StateButton({ courier, busy, onState }: Pick<Props, 'busy' | 'onState'> & { courier: Courier }) {
  const next = courier.state === 'activo' ? 'ausente' : 'activo';
  const label = next === 'ausente' ? 'Marcar ausente' : 'Activar';
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={busy}
      aria-label={`${label}: ${courier.name}`}
      onClick={() => onState(courier, next)}
    >
      {label}
    </Button>
  );
}
