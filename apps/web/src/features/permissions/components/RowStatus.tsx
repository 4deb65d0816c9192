import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Radio from 'lucide-react/icons/radio';
import { Mark } from '../../../shared/ui/Mark/Mark.tsx';
import { type RowView } from './row-view.ts';

const SIZE = { size: 14, 'aria-hidden': true } as const;

/** Shows the most urgent of a row's states. */
export function RowStatus({ row }: { row: RowView }) {
  const { outcome, conflict, changedBy, lock } = row;
  if (outcome?.state === 'saving') return <Mark icon={<LoaderCircle {...SIZE} />}>Guardando…</Mark>;
  if (conflict || outcome?.state === 'conflict')
    return (
      <Mark tone="warn" icon={<GitCompareArrows {...SIZE} />}>
        Conflicto
      </Mark>
    );
  if (outcome?.state === 'unknown')
    return (
      <Mark tone="warn" icon={<CircleHelp {...SIZE} />}>
        Sin confirmar
      </Mark>
    );
  if (outcome?.state === 'failed')
    return (
      <Mark tone="alarm" icon={<CircleAlert {...SIZE} />}>
        No se guardó
      </Mark>
    );
  if (outcome?.state === 'saved')
    return (
      <Mark tone="good" icon={<CircleCheck {...SIZE} />}>
        Guardado
      </Mark>
    );
  if (changedBy?.fresh)
    return (
      <Mark tone="accent" icon={<Radio {...SIZE} />}>
        {changedBy.by} cambió esta fila
      </Mark>
    );
  if (lock === 'self') return <Mark>Usted</Mark>;
  return null;
}
