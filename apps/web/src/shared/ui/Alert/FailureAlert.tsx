import { failureText } from '../../format/failure-text.ts';
import { Alert } from './Alert.tsx';

/** Why something failed, in words; nothing without an error. */
export function FailureAlert({ error, className }: { error: unknown; className?: string | undefined }) {
  return error ? <Alert className={className}>{failureText(error)}</Alert> : null;
}
