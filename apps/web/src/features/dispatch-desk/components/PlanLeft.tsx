import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { districtsText, type LeftGroup, type PlanLine, type Remedy } from '../rules/plan.ts';
import { PlanLines } from './PlanLines.tsx';
import styles from './PlanForm.module.css';

interface Props {
  groups: readonly LeftGroup[];
  title: (count: number) => string;
  /** Opens the choice of a courier for some of the orders. */
  onChoose: (lines: readonly PlanLine[]) => void;
  /** Performs the group's remedy, unless that is to choose a courier. */
  onRemedy: (group: LeftGroup) => void;
}

const REMEDIES: Readonly<Record<Remedy, string>> = {
  choose: 'Asignar a…',
  widen: 'Dar a zonas vecinas',
  exceed: 'Repartir sobre su capacidad',
  restore: 'Devolver al reparto',
  couriers: 'Abrir repartidores',
};

/** The orders that stay without a courier, by reason, each with what can be done about it. */
export function PlanLeft({ groups, title, onChoose, onRemedy }: Props) {
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  const [first, ...others] = groups.filter(({ remedy }) => remedy === 'widen');
  return (
    <section aria-labelledby="plan-left" className={styles['left']}>
      <h3 id="plan-left" className={styles['heading']}>
        {title(count)}
      </h3>
      {first && others.length > 0 && (
        <div className={styles['whole']}>
          <Button
            size="sm"
            onClick={() => onRemedy({ ...first, lines: [first, ...others].flatMap(({ lines }) => lines) })}
          >
            Dar todas a zonas vecinas
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <LeftRow key={group.key} group={group} onChoose={onChoose} onRemedy={onRemedy} />
      ))}
    </section>
  );
}

function LeftRow({ group, onChoose, onRemedy }: Omit<Props, 'groups' | 'title'> & { group: LeftGroup }) {
  const [isOpen, setOpen] = useState(false);
  const { title, lines, remedy } = group;
  const districts = districtsText(lines);
  return (
    <div className={styles['group']} role="group" aria-label={title}>
      <div className={styles['row']}>
        <button type="button" className={styles['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className={styles['number']}>{formatNumber(lines.length)}</span>
          <span className={styles['who']}>
            <span className={styles['name']}>{title}</span>
            {!title.includes(districts) && <span className={styles['where']}>{districts}</span>}
          </span>
          <ChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
        </button>
        <Button
          size="sm"
          aria-label={`${REMEDIES[remedy]} (${title})`}
          onClick={() => {
            if (remedy === 'choose') onChoose(lines);
            else onRemedy(group);
          }}
        >
          {REMEDIES[remedy]}
        </Button>
      </div>
      {isOpen && (
        <>
          {remedy !== 'choose' && lines.length > 1 && (
            <div className={styles['whole']}>
              <Button size="sm" onClick={() => onChoose(lines)}>
                Asignar las {lines.length} a…
              </Button>
            </div>
          )}
          <PlanLines lines={lines} changeLabel="Asignar a…" onChange={onChoose} />
        </>
      )}
    </div>
  );
}
