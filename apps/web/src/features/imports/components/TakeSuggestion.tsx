import { Button } from '#shared/ui/Button/Button.tsx';

interface Props {
  /** Empty: the cell is cleared. */
  suggestion: string;
  /** How many lines it is taken for, if several. */
  count: string | false;
  isDisabled?: boolean;
  onTake: () => void;
}

/** Takes the text that an invalid cell probably means. */
export function TakeSuggestion({ suggestion, count, isDisabled = false, onTake }: Props) {
  return (
    <Button size="sm" disabled={isDisabled} onClick={onTake}>
      {suggestion === '' ? 'Usar el centro del distrito' : `¿Quiso decir ${suggestion}?`}
      {count !== false && ` (${count})`}
    </Button>
  );
}
