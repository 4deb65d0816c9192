import { type Courier, VEHICLES } from '@despacho/contracts/dispatch';
import { Button } from '../../../shared/ui/Button.tsx';
import { courierForm, type CourierForm } from '../rules/courier-form.ts';
import { zoneSummary } from '../rules/zone-names.ts';
import styles from './CourierEditor.module.css';

interface Props {
  mine: CourierForm;
  theirs: Courier;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

const FIELDS: readonly [label: string, text: (form: CourierForm) => string][] = [
  ['Nombre', ({ name }) => name],
  ['Teléfono', ({ phone }) => phone],
  ['Vehículo', ({ vehicle, plate }) => [VEHICLES[vehicle], plate].filter(Boolean).join(' ')],
  ['Turno', ({ from, to }) => `${from}–${to}`],
  ['Capacidad', ({ capacityOrders, capacityWeight }) => `${capacityOrders} órdenes, ${capacityWeight} kg`],
  ['Zonas', ({ zones }) => zoneSummary({ zones: [...zones] })],
];

/** Both sides, where somebody else saved first. Which one counts is for the person to say. */
export function CourierConflict({ mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const now = courierForm(theirs);
  const differing = FIELDS.filter(([, text]) => text(mine) !== text(now));
  return (
    <div role="alert" className={styles['conflict']}>
      <p>
        <strong>Otra persona guardó cambios mientras usted editaba.</strong>
      </p>
      <ul>
        {differing.map(([label, text]) => (
          <li key={label}>
            {label}: ahora dice «{text(now)}»; usted escribió «{text(mine)}».
          </li>
        ))}
      </ul>
      <div className={styles['choices']}>
        <Button size="sm" onClick={onTakeTheirs}>
          Tomar lo de la otra persona
        </Button>
        <Button size="sm" variant="primary" onClick={onKeepMine}>
          Guardar lo mío
        </Button>
      </div>
    </div>
  );
}
