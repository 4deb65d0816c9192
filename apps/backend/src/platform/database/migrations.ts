/* In order. Never edit a released migration; append a new one, from 066. */

export * as '065-baseline' from './migrations/065-baseline.ts';
