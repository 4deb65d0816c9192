import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import Radio from 'lucide-react/icons/radio';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { type RowView } from './row-view.ts';

const STATES = {
  saving: { tone: 'neutral', Icon: LoaderCircle, text: 'Guardando…' },
  conflict: { tone: 'warn', Icon: GitCompareArrows, text: 'Conflicto' },
  unknown: { tone: 'warn', Icon: CircleHelp, text: 'Sin confirmar' },
  failed: { tone: 'alarm', Icon: CircleAlert, text: 'No se guardó' },
  saved: { tone: 'good', Icon: CircleCheck, text: 'Guardado' },
} as const;

/** Shows the most urgent of a row's states. */
export function RowStatus({ row: { outcome, conflict, changedBy, lock } }: { row: RowView }) {
  const state = conflict && outcome?.state !== 'saving' ? 'conflict' : outcome?.state;
  if (state !== undefined) {
    const { tone, Icon, text } = STATES[state];
    return (
      <Mark tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
        {text}
      </Mark>
    );
  }
  if (changedBy?.fresh)
    return (
      <Mark tone="accent" icon={<Radio size={14} aria-hidden="true" />}>
        {changedBy.by} cambió esta fila
      </Mark>
    );
  if (lock === 'self') return <Mark>Usted</Mark>;
  return lock !== null && lock !== 'unreported' && <Mark icon={<Lock size={14} aria-hidden="true" />}>Bloqueada</Mark>;
}
