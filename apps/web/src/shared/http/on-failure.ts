import { type Operation } from '@despacho/contracts';
import { type Background } from './background.ts';
import { type HttpFailure } from './failure.ts';

export interface FailureReport {
  failure: HttpFailure;
  operation: Operation;
  /** Kind of a background call; undefined for a foreground call. */
  background: Background | undefined;
  /** To be logged to the console only. */
  logged: boolean;
}

type Listener = (report: FailureReport) => void;

let listener: Listener | undefined;

/**
 * Transport code does not open dialogs: it reports to one subscriber (in app/), which decides.
 * @returns a function that unsubscribes.
 */
export function onFailure(subscriber: Listener): () => void {
  if (listener) throw new Error('Failures already have their subscriber');
  listener = subscriber;
  return () => {
    listener = undefined;
  };
}

/** Reports a failed call to the subscriber. Without one, as in tests of the transport, it is dropped. */
export function reportFailure(report: FailureReport): void {
  listener?.(report);
}
