import X from 'lucide-react/icons/x';
import { districtOf } from '#shared/districts/districts.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type PlanLine } from '../rules/plan.ts';
import styles from './PlanForm.module.css';

interface Props {
  lines: readonly PlanLine[];
  /** Text of the button that opens the choice of a courier. */
  changeLabel: string;
  onChange: (lines: readonly PlanLine[]) => void;
  /** Omitted for orders that the plan gives to no courier. */
  onTakeOut?: (lines: readonly PlanLine[]) => void;
}

/** Orders of the plan. */
export function PlanLines({ lines, ...rest }: Props) {
  return (
    <ul className={styles['lines']}>
      {lines.map((line) => (
        <Line key={line.order.id} line={line} {...rest} />
      ))}
    </ul>
  );
}

function Line({ line, changeLabel, onChange, onTakeOut }: Omit<Props, 'lines'> & { line: PlanLine }) {
  const { code, recipient, place, window, weightGrams } = line.order;
  return (
    <li className={styles['line']}>
      <span className={styles['code']}>{code}</span>
      <span className={styles['what']}>
        <span className={styles['recipient']}>{recipient.name}</span>
        <span className={styles['where']}>
          {[
            districtOf(place.ubigeo)?.name ?? place.ubigeo,
            ...(window ? [`${window.from}–${window.to}`] : []),
            ...(weightGrams > 0 ? [formatWeight(weightGrams)] : []),
          ].join(' · ')}
        </span>
      </span>
      <span className={styles['actions']}>
        <Button size="sm" variant="ghost" aria-label={`${changeLabel} ${code}`} onClick={() => onChange([line])}>
          {changeLabel}
        </Button>
        {onTakeOut && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Quitar ${code}`}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onTakeOut([line])}
          />
        )}
      </span>
    </li>
  );
}
