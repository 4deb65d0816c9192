import { type Request } from 'express';
import { type Runtime } from '#runtime.ts';
import { type SecurityLog } from '#security-events/security-log.ts';
import { shortKey } from '#session/session-id.ts';
import { createForward, type Forward } from '#upstream/forward.ts';
import { createHeldAnswers, type HELD_LIMITS, type HeldAnswers } from '#upstream/held-answers.ts';
import { createLargeAnswers, type LargeAnswers } from '#throttle/large-answers.ts';
import { type Upstreams } from '#upstream/upstreams.ts';
import { createAssertions, createLinkedAssertions, type SignAssertion, type SignLinkedAssertion } from './assertion.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { createOperationsLink, type OperationsLink } from './operations-link.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { createLinkedSessions, type LinkedSessions } from './linked-sessions.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';

/** For the dispatch service. */
interface Operations {
  call: Forward;
  stream: Forward;
  assertionFor: SignAssertion;
  linkedAssertionFor: SignLinkedAssertion;
  link: OperationsLink;
}

/** For requests that are forwarded. */
export interface ProxyServices {
  /** Undefined if it is not configured. */
  operations: Operations | undefined;
  linkedSessions: LinkedSessions;
  streams: OpenStreams;
  /** Downloads in progress. */
  downloads: OpenStreams;
  streamLimits: StreamLimits;
  /** Buffered responses in this process. */
  held: HeldAnswers;
  /** Turns of large responses in this process. */
  largeAnswers: LargeAnswers;
}

/** Shorter limits for tests. */
export interface ProxyLimits {
  streamLimits?: Partial<StreamLimits>;
  heldLimits?: typeof HELD_LIMITS;
}

function createOperations({ config, log, now }: Runtime, { agents }: Upstreams): Operations | undefined {
  const { OPERATIONS_URL: url, OPERATIONS_KEY: key } = config;
  if (!url || !key) return undefined;
  const assertionFor = createAssertions(key);
  const link = createOperationsLink({ url, agents, assertionFor, log, now });
  return {
    call: link.watch(createForward(url, agents, 'calls')),
    stream: link.watch(createForward(url, agents, 'streams')),
    assertionFor,
    linkedAssertionFor: createLinkedAssertions(key),
    link,
  };
}

export function createProxyServices(
  runtime: Runtime,
  upstreams: Upstreams,
  security: SecurityLog,
  { streamLimits, heldLimits }: ProxyLimits,
): ProxyServices {
  const operations = createOperations(runtime, upstreams);
  const { config } = runtime;
  return {
    operations,
    linkedSessions: createLinkedSessions({
      config,
      agents: upstreams.agents,
      hash: createKeyedHash(config.SESSION_SECRET),
      assertionFor: operations?.linkedAssertionFor,
    }),
    streams: createOpenStreams(),
    downloads: createOpenStreams(Infinity),
    streamLimits: { ...STREAM_LIMITS, ...streamLimits },
    largeAnswers: createLargeAnswers(),
    held: createHeldAnswers(({ req }, bytes) => {
      const { live } = (req as Request).session;
      if (live) security.log('answer.cut', { session: shortKey(live.key), bytes });
    }, heldLimits),
  };
}
