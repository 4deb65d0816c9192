/* What scripts read of the dispatch service: its settings and help. */
export { HELP } from '#edge/commands/help.ts';
export { readConfig, VARIABLES } from '#platform/config.ts';
export { SHARE_WAIT_MS } from '#platform/database/office-shares.ts';
export { LOCK_TIMEOUT_MS } from '#platform/database/server-pool.ts';
