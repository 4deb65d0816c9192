import { apiSteps, createServices, outerSteps } from '../../../apps/bff/tools/gateway.ts';
import { createLog } from '../../../apps/bff/tools/settings.ts';
import { ROOT } from '../root.ts';
import { EXAMPLE } from './upstream.ts';

/** Names of the steps that a request passes: those of every request, then those of API requests. */
export interface Chain<Name extends string = string> {
  outer: Name[];
  api: Name[];
}

/** The name of a step, which is that of its file. */
export type StepName = keyof ReturnType<typeof apiSteps> | keyof ReturnType<typeof outerSteps>;

/** @returns the chain as createApp mounts it; the names are those of the mounted functions. */
export async function stepsOfChain(): Promise<Chain<StepName>> {
  const services = createServices({ config: EXAMPLE, log: createLog('silent'), webRoot: new URL(`file://${ROOT}`) });
  const outer = Object.keys(outerSteps(services)) as StepName[];
  const api = Object.keys(apiSteps(services)) as StepName[];
  await services.close();
  return { outer, api };
}
