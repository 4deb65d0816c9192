import X from 'lucide-react/icons/x';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';

/** Takes a line out of the import. */
export function TakeOut({ line, disabled, onTakeOut }: { line: number; disabled: boolean; onTakeOut: () => void }) {
  return (
    <IconButton
      variant="plain"
      label={`Quitar la línea ${line}`}
      tooltipSide="left"
      icon={<X size={16} aria-hidden="true" />}
      disabled={disabled}
      onClick={onTakeOut}
    />
  );
}
