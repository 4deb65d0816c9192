import { type RedisConnection } from '#redis/redis-connection.ts';
import { type Counter, type Counters } from './counters.ts';

const keyOf = ({ table, slot }: Counter): string => `despacho:throttle:${table}:${slot}`;

/*
 * ARGV: the time, then burst and interval of each key; all in milliseconds. Redis runs a script atomically, so
 * concurrent requests at any gateway are counted one after another.
 */
const WHOLE_AT = `
local now = tonumber(ARGV[1])
local function limitOf(i) return tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1]) end
local function wholeAt(i)
  local burst, every = limitOf(i)
  local at = tonumber(redis.call('GET', KEYS[i]) or now)
  return math.min(math.max(at, now), now + burst * every)
end
local function keep(i, at)
  if at <= now then redis.call('DEL', KEYS[i])
  else redis.call('SET', KEYS[i], string.format('%.0f', at), 'PX', string.format('%.0f', at - now)) end
end`;

const TAKE = `${WHOLE_AT}
local wait, fullest = 0, 0
for i = 1, #KEYS do
  local burst, every = limitOf(i)
  local left = wholeAt(i) + every - burst * every - now
  if left > wait then wait, fullest = left, i end
end
if wait > 0 then return {math.ceil(wait), fullest} end
for i = 1, #KEYS do
  local _, every = limitOf(i)
  keep(i, wholeAt(i) + every)
end
return {0, 0}`;

const GIVE_BACK = `${WHOLE_AT}
for i = 1, #KEYS do
  local _, every = limitOf(i)
  keep(i, wholeAt(i) - every)
end
return 0`;

/* The first key is the total, the others are its parts. */
const RELEASE = `${WHOLE_AT}
local held = 0
for i = 2, #KEYS do
  held = held + wholeAt(i) - now
  redis.call('DEL', KEYS[i])
end
keep(1, wholeAt(1) - held)
return 0`;

/** Buckets shared by every gateway of this Redis, which survive a restart of a gateway. */
export function createRedisCounters({ client, withinTime }: RedisConnection, now: () => number): Counters {
  const run = (script: string, counters: readonly Counter[]): Promise<unknown> =>
    withinTime(
      client.eval(script, {
        keys: counters.map(keyOf),
        arguments: [now(), ...counters.flatMap(({ limit }) => [limit.burst, limit.everyMs])].map((figure) =>
          Math.round(figure).toFixed(0),
        ),
      }),
    );
  return {
    async take(counters) {
      const [waitMs = 0, fullest = 0] = (await run(TAKE, counters)) as number[];
      const table = counters[fullest - 1]?.table;
      return table === undefined ? undefined : { waitMs, table };
    },
    async giveBack(counters) {
      await run(GIVE_BACK, counters);
    },
    async release(total, parts) {
      await run(RELEASE, [total, ...parts]);
    },
  };
}
