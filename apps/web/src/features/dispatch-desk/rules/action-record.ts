import { problem } from '@despacho/contracts';
import { assignmentOperations, receipt } from '@despacho/contracts/dispatch';
import * as z from 'zod/mini';
import { HttpFailure } from '#shared/http/failure.ts';
import { type Action, type StepState } from './action.ts';
import { type BulkId, type BulkRequest } from './bulk-request.ts';

const BULK: BulkId[] = [
  ...(Object.keys(assignmentOperations) as (keyof typeof assignmentOperations)[]),
  'couriers.attend',
  'places.answer',
];

/** Less than the contracts' bodies, which load with the windows: the gateway checks the rest. */
const BODIES: Partial<Record<BulkId, z.ZodMiniType>> = {
  'couriers.attend': z.strictObject({ day: z.string(), absent: z.array(z.string()), present: z.array(z.string()) }),
  'places.answer': z.strictObject({
    order: z.string(),
    point: z.nullable(z.strictObject({ lat: z.number(), lng: z.number() })),
  }),
};

const request = z
  .object({
    id: z.enum(BULK),
    body: z.unknown(),
    courierId: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ id, body }) =>
        (BODIES[id] ?? assignmentOperations[id as keyof typeof assignmentOperations].body).safeParse(body).success,
    ),
  );

/** A failure; null if the page was closed before the response. */
const failure = z.nullable(
  z.object({
    url: z.string(),
    reason: z.enum(['refused', 'network', 'timeout', 'broken']),
    status: z.number(),
    statusText: z.string(),
    problem: z.optional(problem),
  }),
);

const progress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), receipt }),
  z.object({ state: z.literal('unknown'), failure }),
  z.object({ state: z.literal('refused'), failure }),
]);

/** A serialisable action: its requests and their known progress. */
export const actionRecord = z.object({
  id: z.string(),
  title: z.string(),
  at: z.number(),
  undoes: z.optional(z.string()),
  codes: z.array(z.object({ id: z.string(), code: z.string() })),
  steps: z.array(
    z.object({ key: z.string(), request, part: z.optional(z.string()), courier: z.optional(z.string()), progress }),
  ),
});

type ActionRecord = z.infer<typeof actionRecord>;
type Progress = z.infer<typeof progress>;

const failureRecord = (thrown: unknown): z.infer<typeof failure> => {
  if (!(thrown instanceof HttpFailure)) return null;
  const { url, reason, status, statusText, problem: body } = thrown;
  return { url, reason, status, statusText, problem: body };
};

function progressRecord(step: StepState): Progress {
  if (step.state === 'done') return step;
  // A restored record cannot show whether a running request completed.
  if (step.state === 'waiting' || step.state === 'running') return { state: 'unknown', failure: null };
  return { state: step.state, failure: failureRecord(step.failure) };
}

/** @returns the action as a record; running steps become unknown. */
export const recordOf = ({ id, title, at, undoes, codes, steps }: Action): ActionRecord => ({
  id,
  title,
  at,
  undoes,
  codes: Array.from(codes, ([orderId, code]) => ({ id: orderId, code })),
  steps: steps.map((step) => ({ ...step, progress: progressRecord(step.progress) })),
});

const progressOf = (step: Progress): StepState =>
  step.state === 'done' ? step : { state: step.state, failure: step.failure && new HttpFailure(step.failure) };

/** @returns the action of a record. */
export const actionOf = ({ codes, steps, ...action }: ActionRecord): Action => ({
  ...action,
  codes: new Map(codes.map(({ id, code }) => [id, code])),
  steps: steps.map((step) => ({
    ...step,
    // The schema has checked that the body matches its operation id.
    request: step.request as BulkRequest,
    progress: progressOf(step.progress),
  })),
});
