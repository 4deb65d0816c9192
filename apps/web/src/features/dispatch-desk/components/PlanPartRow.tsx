import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode } from 'react';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { districtsText, type PlanLine, type PlanPart } from '../rules/plan.ts';
import { figuresText } from '../rules/route-texts.ts';
import { PlanLines } from './PlanLines.tsx';
import { PlanLoad } from './PlanLoad.tsx';
import styles from './PlanForm.module.css';

interface Props {
  part: PlanPart;
  isOpen: boolean;
  /** Whether its route is being computed again after a change. */
  isComputing: boolean;
  /** Map of this part, where there is no room for one beside the list. */
  map: ReactNode;
  onToggle: () => void;
  /** Opens the choice of another courier for some of the orders. */
  onChange: (lines: readonly PlanLine[]) => void;
  onTakeOut: (lines: readonly PlanLine[]) => void;
}

/** One courier's part: districts, load before and after, warnings; opens to its orders. */
export function PlanPartRow({ part, isOpen, isComputing, map, onToggle, onChange, onTakeOut }: Props) {
  const { courier, lines, fit, color, route } = part;
  return (
    <div className={styles['group']} role="group" aria-label={courier.name}>
      <button
        type="button"
        data-part={courier.id}
        className={styles['toggle']}
        style={{ borderInlineStart: `4px solid ${color}` }}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Avatar name={courier.name} />
        <span className={styles['who']}>
          <span className={styles['name']}>{courier.name}</span>
          <span className={styles['where']}>{districtsText(lines)}</span>
          <span className={styles['where']} role={isOpen ? 'status' : undefined}>
            {route ? figuresText(route.after) : isComputing ? 'Calculando su ruta…' : 'Al final de su ruta'}
          </span>
          {fit.warnings.length > 0 && <span className={styles['warning']}>{fit.warnings.join(' · ')}</span>}
        </span>
        <PlanLoad part={part} />
        <ChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
      </button>
      {isOpen && (
        <>
          {map !== null && <div className={styles['small']}>{map}</div>}
          <div className={styles['whole']}>
            <Button size="sm" onClick={() => onChange(lines)}>
              {lines.length === 1 ? 'Dar su orden a otro…' : `Dar sus ${lines.length} órdenes a otro…`}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onTakeOut(lines)}>
              Quitar del reparto
            </Button>
          </div>
          <PlanLines lines={lines} changeLabel="Cambiar" onChange={onChange} onTakeOut={onTakeOut} />
        </>
      )}
    </div>
  );
}
