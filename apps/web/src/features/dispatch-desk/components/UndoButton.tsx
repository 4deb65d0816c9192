import Undo2 from 'lucide-react/icons/undo-2';
import { useId } from 'react';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useUndoKey } from '#shared/hooks/use-undo-key.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type Action, isRunning } from '../rules/action.ts';
import { undoIntent, undoTimeLeft } from '../rules/undo.ts';
import { useActions } from '../state/use-actions.ts';

/** Update interval in milliseconds, so that the displayed seconds do not lag noticeably. */
const STEP_MS = 250;

/** Button to undo an action. Hidden once the server no longer allows it or it has been undone. */
export function UndoButton({ action }: { action: Action }) {
  const { all, run } = useActions();
  const left = undoTimeLeft(action, all, serverNow());
  // Renders again as the time passes.
  useServerTime(left > 0 ? STEP_MS : undefined);
  const id = useId();
  const canUndo = !isRunning(action) && left > 0;
  const undo = (): void => void run(undoIntent(action, all));
  useUndoKey(canUndo ? action.at : undefined, undo, id);
  if (!canUndo) return null;
  return (
    <Button id={id} size="sm" icon={<Undo2 size={16} aria-hidden="true" />} onClick={undo}>
      Deshacer {formatCountdown(left)}
    </Button>
  );
}
