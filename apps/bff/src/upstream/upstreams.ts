import { type Config } from '../config.ts';
import { type Agents, createAgents } from './agents.ts';
import { createForward, type Forward } from './forward.ts';

/** The legacy hosts, and the connections to all upstreams. */
export interface Upstreams {
  agents: Agents;
  api: Forward;
  base: Forward;
}

export function createUpstreams({ API_URL, BASE_URL }: Config): Upstreams {
  const agents = createAgents();
  return {
    agents,
    api: createForward(API_URL, agents, 'calls'),
    base: createForward(BASE_URL, agents, 'calls'),
  };
}
