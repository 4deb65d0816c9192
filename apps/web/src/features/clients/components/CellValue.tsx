import CircleCheck from 'lucide-react/icons/circle-check';
import CircleMinus from 'lucide-react/icons/circle-minus';
import { FieldValue } from '#shared/fields/FieldValue.tsx';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { type Role } from '../rules/dictionary.ts';

interface Props {
  value: unknown;
  role: Role | null;
  words: readonly string[];
}

/** A short value in a row of the list, with search matches highlighted. */
export function CellValue({ value, role, words }: Props) {
  if (valueKind(value) === 'nothing') return <FieldValue value={value} />;
  if (role === 'active' && typeof value === 'boolean')
    return value ? (
      <Mark tone="good" icon={<CircleCheck size={14} aria-hidden="true" />}>
        Activo
      </Mark>
    ) : (
      <Mark icon={<CircleMinus size={14} aria-hidden="true" />}>Inactivo</Mark>
    );
  return <Highlight text={valueText(value)} words={words} />;
}
