import X from 'lucide-react/icons/x';
import { districtOf } from '../../../shared/districts/districts.ts';
import { formatWeight } from '../../../shared/format/format-weight.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { type PlanLine } from '../rules/plan.ts';
import styles from './PlanForm.module.css';

interface Props {
  line: PlanLine;
  /** Text of the button that opens the choice of a courier. */
  changeLabel: string;
  onChange: () => void;
  /** Omitted for an order that the plan gives to no courier. */
  onTakeOut?: () => void;
}

/** One order of the plan. */
export function PlanLineRow({ line: { order }, changeLabel, onChange, onTakeOut }: Props) {
  const { code, recipient, place, window, weightGrams } = order;
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
        <Button size="sm" variant="ghost" aria-label={`${changeLabel} ${code}`} onClick={onChange}>
          {changeLabel}
        </Button>
        {onTakeOut && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Quitar ${code}`}
            icon={<X size={16} aria-hidden="true" />}
            onClick={onTakeOut}
          />
        )}
      </span>
    </li>
  );
}
