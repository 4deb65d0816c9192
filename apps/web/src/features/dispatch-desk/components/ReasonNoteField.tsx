import { type ComponentProps } from 'react';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';

/** Maximum length, as in the service. */
const MAX_LENGTH = 300;

/** Free-text reason for an exceptional action, shown in the order's history. */
export function ReasonNoteField(props: Omit<ComponentProps<typeof TextArea>, 'maxLength' | 'hint'>) {
  return <TextArea {...props} maxLength={MAX_LENGTH} hint="Queda escrito en la historia de la orden, con su nombre" />;
}
