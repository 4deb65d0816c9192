/* The parts of the courier's page with which the simulated phones work. */
export { FieldFailure, type PhotoProgress } from '../src/field/field-calls.ts';
export { type QueueRow } from '../src/field/offline/database.ts';
export { measureClock } from '../src/field/offline/day.ts';
export { type NewItem, type Queue, type QueueBody } from '../src/field/offline/queue.ts';
export { type SenderCalls, sendNext, type Step } from '../src/field/offline/sender.ts';
export { type Fix, type VisitDraft } from '../src/field/offline/types.ts';
