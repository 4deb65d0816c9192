import { Toggle } from '@base-ui/react/toggle';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { nextStance, type Stance } from '../rules/choices.ts';
import styles from './StanceChip.module.css';

interface Props {
  /** Key within the group. */
  value: string;
  label: string;
  /** Number of matching orders; undefined while unknown. */
  count?: number | undefined;
  stance: Stance;
  onChange: (stance: Stance) => void;
}

const SAID = { is: 'incluidas', not: 'excluidas' } as const;
const NEXT_LABEL = {
  is: 'Pulse para excluirlas',
  not: 'Pulse para quitar el filtro',
  none: 'Pulse para ver solo estas',
};

/** A filter chip of a `StanceGroup`. Each click advances: include, exclude, neither. */
export function StanceChip({ value, label, count, stance, onChange }: Props) {
  const figure = count === undefined || stance === 'not' ? '' : formatNumber(count);
  return (
    <Toggle
      value={value}
      className={styles['chip']}
      data-stance={stance ?? undefined}
      title={NEXT_LABEL[stance ?? 'none']}
      onClick={() => {
        onChange(nextStance(stance));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        onChange(null);
      }}
    >
      {stance === 'is' && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
      {stance === 'not' && <Ban size={14} strokeWidth={2.25} aria-hidden="true" />}
      <span className={styles['label']}>{label}</span>
      {figure && <span className={styles['count']}>{figure}</span>}
      {stance && <span className="visually-hidden">{SAID[stance]}</span>}
    </Toggle>
  );
}
