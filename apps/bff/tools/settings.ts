/* What scripts read of the gateway: its settings and tables. */
export { type Config, readConfig, VARIABLES } from '#config.ts';
export { ANSWER_TYPES, isAsset } from '#http/answer-types.ts';
export { createLog } from '#log.ts';
export { levelOf, SECURITY_EVENTS, type SecurityEventName } from '#security-events/event-table.ts';
