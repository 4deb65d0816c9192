import { type Config } from '#config.ts';
import { type Agents, createAgents } from './agents.ts';
import { createForward, type Forward } from './forward.ts';
import { openTileArchive, type TileArchive } from './tile-archive.ts';

/** The legacy hosts, the connections to all upstreams, and the file of the map's streets. */
export interface Upstreams {
  agents: Agents;
  api: Forward;
  base: Forward;
  archive: TileArchive | undefined;
}

export function createUpstreams({ API_URL, BASE_URL, TILES_FILE }: Config): Upstreams {
  const agents = createAgents();
  return {
    agents,
    api: createForward(API_URL, agents, 'calls'),
    base: createForward(BASE_URL, agents, 'calls'),
    archive: TILES_FILE === undefined ? undefined : openTileArchive(TILES_FILE),
  };
}
