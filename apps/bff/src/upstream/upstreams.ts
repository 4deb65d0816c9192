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

/** @param settings addresses of the legacy hosts, and the path of the map's file. */
export function createUpstreams(settings: { API_URL: URL; BASE_URL: URL; TILES_FILE?: string | undefined }): Upstreams {
  const { API_URL, BASE_URL, TILES_FILE } = settings;
  const agents = createAgents();
  return {
    agents,
    api: createForward(API_URL, agents, 'calls'),
    base: createForward(BASE_URL, agents, 'calls'),
    archive: TILES_FILE === undefined ? undefined : openTileArchive(TILES_FILE),
  };
}
