import { type CompanyOffice, type CompanyOffices, MAX_COUNTED_ORDERS } from '@despacho/contracts/dispatch';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { useOfficeAct } from '../api/company-offices.ts';
import { closingText, removalReason } from '../rules/office-act.ts';
import styles from '../SettingsScreen.module.css';
import { OfficeWindow } from './OfficeWindow.tsx';

interface Props {
  /** Whose settings are shown. */
  officeId: string;
  /** The user's own. */
  own: string;
  known: CompanyOffices;
  /** False where another system keeps people and offices. */
  mayChange: boolean;
  onChoose: (officeId: string) => void;
}

/** The company's offices, with what can be done with each. */
export function OfficesCard({ officeId, own, known, mayChange, onChoose }: Props) {
  const [open, setOpen] = useState<CompanyOffice | 'new'>();
  const act = useOfficeAct(own);
  const { offices, most } = known;

  const close = async (office: CompanyOffice): Promise<void> => {
    const sure = await confirm({
      title: `¿Cerrar ${office.name}?`,
      text: closingText(office),
      confirmLabel: 'Cerrar la oficina',
      danger: true,
    });
    if (sure) act.mutate({ do: 'close', office });
  };
  /** All screens open in the chosen office, so opening a new one requires a confirmation. */
  const enter = async ({ id, name }: Pick<CompanyOffice, 'id' | 'name'>): Promise<void> => {
    const current = offices.find((each) => each.id === officeId)?.name ?? officeId;
    const sure = await confirm({
      title: `${name} está creada`,
      text: `¿Sigue en ${name}? Todas las pantallas se abren en la oficina elegida; ahora es ${current}.`,
      confirmLabel: `Ir a ${name}`,
      cancelLabel: `Quedarme en ${current}`,
    });
    if (sure) onChoose(id);
  };
  const remove = async (office: CompanyOffice): Promise<void> => {
    const sure = await confirm({
      title: `¿Eliminar ${office.name}?`,
      text: `Se eliminan también sus ajustes y su historia. El código ${office.id} queda libre. No se puede deshacer.`,
      confirmLabel: 'Eliminar la oficina',
      danger: true,
    });
    if (!sure) return;
    act.mutate({ do: 'remove', office }, { onSuccess: () => office.id === officeId && onChoose(own) });
  };
  const items = (office: CompanyOffice): MenuItem[] => [
    { label: 'Ver sus ajustes', onSelect: () => onChoose(office.id) },
    ...(mayChange
      ? [
          {
            label: 'Cambiar sus datos',
            onSelect: () => setOpen(office),
            disabledReason: office.closed ? 'Reábrala primero' : undefined,
          },
          office.closed
            ? { label: 'Reabrir', onSelect: () => act.mutate({ do: 'reopen', office }) }
            : { label: 'Cerrar', danger: true, onSelect: () => void close(office) },
          {
            label: 'Eliminar',
            danger: true,
            onSelect: () => void remove(office),
            disabledReason: removalReason(office),
          },
        ]
      : []),
  ];

  return (
    <Card
      title="Oficinas"
      note={`${formatNumber(offices.length)} de ${formatNumber(most)}`}
      className={styles['offices']}
    >
      <p className={styles['lead']}>
        {mayChange
          ? 'Elija una oficina para ver sus ajustes. Una oficina cerrada se puede leer y nada de ella cambia.'
          : 'Otro sistema guarda las personas y las oficinas de su empresa; aquí se cambian solo los ajustes.'}
      </p>
      <FailureAlert error={act.error} />
      <div className={styles['scroll']}>
        <DataGrid
          isGrid
          className={styles['grid']}
          aria-label="Oficinas de la empresa"
          rows={offices}
          keyOf={({ id }) => id}
          rowProps={({ id }) => ({ 'data-selected': id === officeId || undefined })}
          columns={[
            {
              key: 'name',
              title: 'Oficina',
              cell: (office) => (
                <button
                  type="button"
                  className={styles['name']}
                  aria-current={office.id === officeId || undefined}
                  onClick={() => onChoose(office.id)}
                >
                  {office.name}
                  <span className={styles['code']}>{office.id}</span>
                </button>
              ),
            },
            {
              key: 'state',
              title: 'Estado',
              cell: ({ closed, timeZone }) =>
                closed ? (
                  <>
                    <Mark tone="warn">Cerrada</Mark>{' '}
                    <small>
                      por {closed.by.user}, {formatDateTime(closed.at, timeZone)}
                    </small>
                  </>
                ) : (
                  <Mark tone="good">Abierta</Mark>
                ),
            },
            {
              key: 'people',
              title: 'Personas',
              className: styles['figure'],
              cell: ({ people }) => formatNumber(people),
            },
            {
              key: 'couriers',
              title: 'Repartidores',
              className: styles['figure'],
              cell: ({ couriers }) => formatNumber(couriers),
            },
            {
              key: 'orders',
              title: 'Órdenes abiertas',
              className: styles['figure'],
              cell: ({ openOrders }) =>
                openOrders >= MAX_COUNTED_ORDERS
                  ? `${formatNumber(MAX_COUNTED_ORDERS)} o más`
                  : formatNumber(openOrders),
            },
            {
              key: 'acts',
              title: 'Acciones',
              className: styles['acts'],
              cell: (office) => (
                <Menu
                  compact
                  label={`Acciones de ${office.name}`}
                  icon={<EllipsisVertical size={18} aria-hidden="true" />}
                  items={() => items(office)}
                />
              ),
            },
          ]}
        />
      </div>
      {mayChange && (
        <div>
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={offices.length >= most}
            onClick={() => setOpen('new')}
          >
            Nueva oficina
          </Button>
        </div>
      )}
      {open !== undefined && (
        <OfficeWindow
          own={own}
          office={open === 'new' ? null : open}
          onClose={() => setOpen(undefined)}
          onCreated={(created) => {
            setOpen(undefined);
            void enter(created);
          }}
        />
      )}
    </Card>
  );
}
