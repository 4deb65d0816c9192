import { type ComponentProps } from 'react';
import { TextArea } from '../../../shared/ui/TextArea/TextArea.tsx';

/** Characters the service keeps. */
const MAX_LENGTH = 300;

/** The reason for an exceptional action, in the person's own words. The order's history shows it. */
export function ReasonNoteField(props: Omit<ComponentProps<typeof TextArea>, 'maxLength' | 'hint'>) {
  return <TextArea {...props} maxLength={MAX_LENGTH} hint="Queda escrito en la historia de la orden, con su nombre" />;
}
