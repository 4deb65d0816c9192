import { isModuleCode, MODULES } from '@despacho/contracts';
import { CHARGES, isChargeCode, PERSON_STATES, type PersonOfOffice } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { dayIn, formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { moveFocusOnUnmount } from '#shared/hooks/move-focus-on-unmount.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import styles from './PeopleTable.module.css';

/** A person who is disabled leaves the list. */
const focusMain = moveFocusOnUnmount(() => document.getElementById(MAIN_ID));

interface Props {
  people: readonly PersonOfOffice[];
  words: readonly string[];
  timeZone: string;
  /** Id of the person who is being changed; null for nobody. */
  busy: string | null;
  /** Why a person cannot be changed; null if they can. */
  lockOf: (person: PersonOfOffice) => string | null;
  onEdit: (person: PersonOfOffice) => void;
  onHistory: (person: PersonOfOffice) => void;
  onDisable: (person: PersonOfOffice) => void;
  onEnable: (person: PersonOfOffice) => void;
}

/** @returns the names of modules, or the codes of those that this product does not use. */
const modulesText = (codes: readonly string[]): string =>
  codes.map((code) => (isModuleCode(code) ? MODULES[code].name : code)).join(', ') || 'Ninguno';

const TONES = { active: 'good', disabled: 'warn', retired: 'neutral' } as const;

/** @returns until when a person without a required second factor may still sign in. */
function untilText(factorBy: string, timeZone: string): string {
  const [until, now] = [Date.parse(factorBy), serverNow()];
  if (until <= now) return 'Lo activa al ingresar';
  return `Plazo: hasta el ${formatDay(dayIn(timeZone, until), dayIn(timeZone, now))}`;
}

/** The people of an office with state, last sign-in and open sessions. */
export function PeopleTable({ people, words, timeZone, busy, lockOf, onEdit, onHistory, onDisable, onEnable }: Props) {
  return (
    <DataGrid
      isGrid
      className={styles['table']}
      aria-label="Personas de la oficina"
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: 'Persona',
          cell: ({ name, username, provider }) => (
            <>
              <span className={styles['name']}>
                <Highlight text={name} words={words} />
              </span>
              <span className={styles['account']}>
                <Highlight text={username} words={words} />
                {provider && <span className={styles['linked']}> · cuenta de empresa</span>}
              </span>
            </>
          ),
        },
        {
          key: 'charge',
          title: 'Cargo',
          cell: ({ charge }) => (isChargeCode(charge) ? CHARGES[charge] : charge),
        },
        {
          key: 'modules',
          title: 'Módulos',
          className: styles['modules'],
          cell: ({ modules }) => <span className={styles['moduleNames']}>{modulesText(modules)}</span>,
        },
        {
          key: 'state',
          title: 'Estado',
          cell: ({ state, factorBy }) =>
            factorBy === null ? (
              <Mark tone={TONES[state]}>{PERSON_STATES[state]}</Mark>
            ) : (
              <>
                <Mark tone="warn">Sin segundo paso</Mark>
                <span className={styles['until']}>{untilText(factorBy, timeZone)}</span>
              </>
            ),
        },
        {
          key: 'signIn',
          title: 'Último ingreso',
          cell: ({ lastSignIn }) => (lastSignIn === null ? 'Nunca' : formatDateTime(lastSignIn, timeZone)),
        },
        {
          key: 'sessions',
          title: 'Sesiones',
          className: styles['number'],
          cell: ({ sessions }) => (sessions === null ? '–' : formatNumber(sessions)),
        },
        {
          key: 'acts',
          title: 'Acciones',
          cell: (person) => {
            const lock = lockOf(person);
            const isActive = person.state === 'active';
            return (
              <div ref={focusMain} className={styles['buttons']}>
                {lock !== null && <span className="note">{lock}</span>}
                {lock === null && (
                  <>
                    <Button
                      id={`person-${person.id}`}
                      size="sm"
                      aria-label={`Editar a ${person.name}`}
                      onClick={() => onEdit(person)}
                    >
                      Editar
                    </Button>
                    <Button
                      size="sm"
                      variant="ghost"
                      loading={busy === person.id}
                      aria-label={`${isActive ? 'Desactivar' : 'Activar'} a ${person.name}`}
                      onClick={() => (isActive ? onDisable : onEnable)(person)}
                    >
                      {isActive ? 'Desactivar' : 'Activar'}
                    </Button>
                  </>
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Historia de ${person.name}`}
                  onClick={() => onHistory(person)}
                >
                  Historia
                </Button>
              </div>
            );
          },
        },
      ]}
    />
  );
}
