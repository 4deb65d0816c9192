import X from 'lucide-react/icons/x';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';

interface Props {
  line: number;
  disabled: boolean;
  tabIndex?: 0 | -1;
  onTakeOut: () => void;
}

/** Takes a line out of the import. */
export function TakeOut({ line, disabled, tabIndex, onTakeOut }: Props) {
  return (
    <IconButton
      variant="plain"
      label={`Quitar la línea ${line}`}
      tooltipSide="left"
      icon={<X size={16} aria-hidden="true" />}
      disabled={disabled}
      tabIndex={tabIndex}
      onClick={onTakeOut}
    />
  );
}
