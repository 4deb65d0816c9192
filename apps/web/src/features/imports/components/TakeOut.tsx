import X from 'lucide-react/icons/x';
import { type RovingItem } from '#shared/hooks/use-roving-focus.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';

interface Props extends Partial<RovingItem> {
  line: number;
  disabled: boolean;
  onTakeOut: () => void;
}

/** Takes a line out of the import. */
export function TakeOut({ line, onTakeOut, ...button }: Props) {
  return (
    <IconButton
      variant="plain"
      label={`Quitar la línea ${line}`}
      tooltipSide="left"
      icon={<X size={16} aria-hidden="true" />}
      onClick={onTakeOut}
      {...button}
    />
  );
}
