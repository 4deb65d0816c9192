import { MAX_WHY } from '@despacho/contracts/dispatch';
import { type ComponentProps } from 'react';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';

/** Free-text reason for an exceptional action, shown in the order's history. */
export function ReasonNoteField(props: Omit<ComponentProps<typeof TextArea>, 'maxLength' | 'hint'>) {
  return <TextArea {...props} maxLength={MAX_WHY} hint="Queda escrito en la historia de la orden, con su nombre" />;
}
