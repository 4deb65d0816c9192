import { type Order } from '@despacho/contracts/dispatch';
import { type Action, type Intent, isRunning, type Step, unanswered } from '../rules/action.ts';
import { holdsVersions, signatureOf } from '../rules/bulk-request.ts';
import { outcomeOfFailure } from '../rules/outcome-of-failure.ts';
import { sendBulk } from '../api/send-bulk.ts';
import { actionsOf, addAction, changeAction, type Owner, showAction } from './actions-store.ts';

/** The owner of an action, and what to do when it completes. */
export interface ActionContext {
  owner: Owner;
  selected: readonly Order[];
  /** Milliseconds of the server's clock. */
  now: () => number;
  onSettled: (action: Action) => void;
}

/** Milliseconds in which repeating an unanswered request counts as a retry, if the request does not name versions. */
const SAME_DECISION_MS = 120_000;

/** Requests that name versions always count as the same action, because they cannot be applied twice. */
const isSameDecision = ({ at, steps }: Action, now: number): boolean =>
  steps.every(({ request }) => holdsVersions(request)) || now - at < SAME_DECISION_MS;

const find = (owner: Owner, id: string): Action | undefined => actionsOf(owner).all.find((each) => each.id === id);

function setProgress(owner: Owner, id: string, key: string, progress: Step['progress']): void {
  changeAction(owner, id, (action) => ({
    ...action,
    steps: action.steps.map((step) => (step.key === key ? { ...step, progress } : step)),
  }));
}

/** In sequence: sent in parallel, one part would find orders changed by another. */
async function send({ owner, onSettled }: ActionContext, id: string, steps: readonly Step[]): Promise<void> {
  for (const { key } of steps) setProgress(owner, id, key, { state: 'waiting' });
  for (const { key, request } of steps) {
    setProgress(owner, id, key, { state: 'running' });
    try {
      const receipt = await sendBulk(owner.officeId, request, key);
      setProgress(owner, id, key, { state: 'done', receipt });
    } catch (failure) {
      setProgress(owner, id, key, { state: outcomeOfFailure(failure), failure });
    }
  }
  const action = find(owner, id);
  if (action) onSettled(action);
}

/**
 * Runs an action. If it is already running, only shows it. If it is repeated without a response, sends the same
 * requests with the same keys, unless too much time has passed.
 */
export async function runAction(context: ActionContext, { title, parts, codes, undoes }: Intent): Promise<void> {
  const signature = signatureOf(parts.map(({ request }) => request));
  const same = actionsOf(context.owner).all.find(
    ({ steps }) => signatureOf(steps.map(({ request }) => request)) === signature,
  );
  if (same && isRunning(same)) {
    showAction(context.owner, same.id);
    return;
  }
  if (same && unanswered(same).length > 0 && isSameDecision(same, context.now())) {
    showAction(context.owner, same.id);
    await resumeAction(context, same.id);
    return;
  }
  const steps = parts.map((part): Step => ({ ...part, key: crypto.randomUUID(), progress: { state: 'waiting' } }));
  const id = crypto.randomUUID();
  const selected = context.selected.filter((order) => codes.has(order.id));
  const action = { id, title, at: context.now(), steps, codes, selected, undoes };
  addAction(context.owner, action);
  await send(context, id, steps);
}

/** Retries the requests without a response, with the same keys. */
export async function resumeAction(context: ActionContext, id: string): Promise<void> {
  const action = find(context.owner, id);
  if (action && !isRunning(action)) await send(context, id, unanswered(action));
}
