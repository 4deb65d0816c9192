import { type Action, type Intent, isRunning, type Step, unanswered } from '../rules/action.ts';
import { holdsVersions, signatureOf } from '../rules/bulk-request.ts';
import { outcomeOfFailure } from '../rules/outcome-of-failure.ts';
import { sendBulk } from '../api/send-bulk.ts';
import { actionsOf, addAction, changeAction, type Owner, showAction } from './actions-store.ts';

/** Whose action it is, and what to do when it is over. */
export interface ActionContext {
  owner: Owner;
  /** Milliseconds of the server's clock. */
  now: () => number;
  onSettled: (action: Action) => void;
}

/** Milliseconds in which asking again for what got no answer is the same decision, where the request alone cannot tell. */
const SAME_DECISION_MS = 120_000;

/** What names the versions somebody saw is the same decision whenever it is asked for. */
const isSameDecision = ({ at, steps }: Action, now: number): boolean =>
  steps.every(({ request }) => holdsVersions(request)) || now - at < SAME_DECISION_MS;

const find = (owner: Owner, id: string): Action | undefined => actionsOf(owner).all.find((each) => each.id === id);

function setProgress(owner: Owner, id: string, key: string, progress: Step['progress']): void {
  changeAction(owner, id, (action) => ({
    ...action,
    steps: action.steps.map((step) => (step.key === key ? { ...step, progress } : step)),
  }));
}

/** One after the other: of two at once the second would find the orders changed by the first. */
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
 * Does what a person decided. Asked for again while it is under way, nothing happens twice; asked for again when no
 * answer came, the same requests go out with the same keys, unless it was so long ago that it is another decision.
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
  addAction(context.owner, { id, title, at: context.now(), steps, codes, ...(undoes !== undefined && { undoes }) });
  await send(context, id, steps);
}

/** Sends what nobody answered again, as it was. */
export async function resumeAction(context: ActionContext, id: string): Promise<void> {
  const action = find(context.owner, id);
  if (action && !isRunning(action)) await send(context, id, unanswered(action));
}
