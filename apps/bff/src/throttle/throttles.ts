import { type LinkedPrincipal } from '@despacho/contracts';
import { type RedisConnection } from '#redis/redis-connection.ts';
import { type Runtime } from '#runtime.ts';
import {
  createUploadCaps,
  IMPORT_CAPS,
  PHOTO_CAPS,
  PHOTO_EXPORT_CAPS,
  PHOTO_PART_CAPS,
  type UploadCaps,
} from './upload-caps.ts';
import { createGuestMarks, type GuestMarks } from './guest-marks.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createKeyedQueue, type KeyedQueue } from './keyed-queue.ts';
import { createMemoryKnownAddresses, createRedisKnownAddresses } from './known-addresses.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';
import { createLinkThrottle, type LinkThrottle } from './link-throttle.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createMemoryCounters } from './memory-counters.ts';
import { createRedisCounters } from './redis-counters.ts';
import { createSharedQueue } from './shared-queue.ts';

/** Limits of single operations. */
export interface Throttles {
  logins: LoginThrottle;
  /** Refused links and codes of couriers' phones, and refused links of guests. */
  links: Record<LinkedPrincipal, LinkThrottle>;
  /** Refused reset links, passwords judged while they are typed, and requests for the provider of a branch. */
  passwords: Record<'link' | 'check' | 'provider', LinkThrottle>;
  guestMarks: GuestMarks;
  imports: UploadCaps;
  photos: UploadCaps;
  /** Archives of photos. */
  photoExports: UploadCaps;
  /** Parts of photos that couriers' phones send. */
  photoParts: UploadCaps;
  /**
   * Permission saves of an office, one at a time, so that each is validated against the list that the previous one
   * left.
   */
  saves: KeyedQueue;
}

/** @param redis shares logins, enrolments and saves with the other gateways; without it they are limited in this process. */
export function createThrottles({ config, now }: Runtime, redis: RedisConnection | undefined): Throttles {
  const saves = createKeyedQueue();
  const counters = redis ? createRedisCounters(redis, now) : createMemoryCounters(now);
  const hash = createKeyedHash(config.SESSION_SECRET);
  return {
    links: {
      courier: createLinkThrottle(counters, hash, 'enrolment'),
      guest: createLinkThrottle(counters, hash, 'guest'),
    },
    passwords: {
      link: createLinkThrottle(counters, hash, 'password-link'),
      check: createLinkThrottle(counters, hash, 'password-check'),
      provider: createLinkThrottle(counters, hash, 'provider'),
    },
    guestMarks: createGuestMarks(hash),
    logins: createLoginThrottle({
      counters,
      known: redis ? createRedisKnownAddresses(redis, now) : createMemoryKnownAddresses(now),
      hash,
      perAddress: config.LOGIN_FAILURES_PER_ADDRESS,
      ignoresCase: ownsDirectory(config),
    }),
    imports: createUploadCaps(IMPORT_CAPS, config.REQUESTS_PER_MINUTE === 0, now),
    photos: createUploadCaps(PHOTO_CAPS, config.REQUESTS_PER_MINUTE === 0, now),
    photoExports: createUploadCaps(PHOTO_EXPORT_CAPS, config.REQUESTS_PER_MINUTE === 0, now),
    photoParts: createUploadCaps(PHOTO_PART_CAPS, config.REQUESTS_PER_MINUTE === 0, now),
    saves: redis ? createSharedQueue(saves, redis) : saves,
  };
}
