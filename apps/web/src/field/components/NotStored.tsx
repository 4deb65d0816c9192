import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { PhoneFull } from '../offline/types.ts';

/** Why the phone could not store the action; renders nothing without a failure. */
export function NotStored({ failure }: { failure: unknown }) {
  if (failure === undefined) return null;
  const isFull = failure instanceof PhoneFull;
  return <Alert>{isFull ? failure.text : 'Este teléfono no pudo guardarlo. Inténtelo otra vez.'}</Alert>;
}
