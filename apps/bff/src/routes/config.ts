import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';
import { readPublicConfig } from './read-public-config.ts';

export const configRoutes: Routes<'config.read'> = {
  'config.read': {
    access: 'everyone',
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: false,
    to: { handle: readPublicConfig, asks: [] },
  },
};
