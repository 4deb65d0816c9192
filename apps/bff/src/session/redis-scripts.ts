/*
 * Changes that must be atomic in Redis: storing a session, listing it and evicting others happen together or not at all,
 * and each end is reported to one caller and to every gateway. Redis runs a script without interruption.
 *
 * Keys: <prefix>session:<key>, a hash of `record` (what is known) and `use` (when and from where it was last used), which
 * are written separately, because different requests update them; `usedAt` again in clear, as in the list, to compare two
 * uses; `owner`; and `site` of an anonymous one. <prefix>signed-in, session keys by end time; <prefix>person:<owner>, the
 * keys of one person's sessions by last use; <prefix>anonymous, by end time, and <prefix>site:<site>, the same for one
 * site.
 */

/** A session stays this long after its end, so that a gateway finds it and logs the end. */
const KEPT_AFTER_MS = 10 * 60_000;
/** A person's list is kept as long as the longest possible session (SESSION_ABSOLUTE_HOURS: 168). */
const LIST_KEPT_MS = 7 * 24 * 3_600_000 + KEPT_AFTER_MS;

/** Ends the session of a key; returns whether there was one. */
const END = `
local function finish(prefix, key)
  local name = prefix .. 'session:' .. key
  local owner, site = unpack(redis.call('HMGET', name, 'owner', 'site'))
  redis.call('ZREM', prefix .. 'signed-in', key)
  redis.call('ZREM', prefix .. 'anonymous', key)
  if owner and owner ~= '' then redis.call('ZREM', prefix .. 'person:' .. owner, key) end
  if site and site ~= '' then redis.call('ZREM', prefix .. 'site:' .. site, key) end
  if redis.call('DEL', name) == 0 then return false end
  -- Other gateways keep nothing of an anonymous session, and a flood of them would fill their lists of ended ones.
  if owner and owner ~= '' then redis.call('PUBLISH', prefix .. 'ended', key) end
  return true
end
`;

/** KEYS: the session. ARGV: prefix, key, use, used at, lifetime in ms, ends at. */
const USE = `
local function use(owner)
  local name, prefix, key, usedAt, lastsMs, endsAt = KEYS[1], ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[6]
  redis.call('HSET', name, 'use', ARGV[3], 'usedAt', usedAt)
  if owner == '' then
    redis.call('PEXPIRE', name, lastsMs)
    return
  end
  redis.call('PEXPIRE', name, lastsMs + ${KEPT_AFTER_MS})
  redis.call('ZADD', prefix .. 'signed-in', endsAt, key)
  redis.call('ZADD', prefix .. 'person:' .. owner, usedAt, key)
  redis.call('PEXPIRE', prefix .. 'person:' .. owner, ${LIST_KEPT_MS})
end
`;

/**
 * ARGV after those of USE: record, owner, maximum per person, maximum in total, maximum of anonymous ones, site,
 * maximum per site, and the person's older keys. Returns the evicted sessions as key, record, use, reason, key, record,
 * use, reason…
 */
export const CREATE = `${END}${USE}
local prefix, key, owner = ARGV[1], ARGV[2], ARGV[8]
local gone = {}
local function evict(other, reason)
  local parts = redis.call('HMGET', prefix .. 'session:' .. other, 'record', 'use')
  if finish(prefix, other) then
    table.insert(gone, other)
    table.insert(gone, parts[1])
    table.insert(gone, parts[2])
    table.insert(gone, reason)
  end
end

local site = ARGV[12]
redis.call('HSET', KEYS[1], 'record', ARGV[7], 'owner', owner, 'site', site)
use(owner)
-- Of a list of anonymous sessions, those that end first. One that has expired is in its lists still.
local function limit(list, most)
  redis.call('ZADD', list, ARGV[6], key)
  local excess = redis.call('ZCARD', list) - tonumber(most)
  if excess <= 0 then return end
  for _, other in ipairs(redis.call('ZRANGE', list, 0, excess - 1)) do
    finish(prefix, other)
    redis.call('ZREM', list, other)
  end
end
if owner == '' then
  if site ~= '' then
    limit(prefix .. 'site:' .. site, ARGV[13])
    redis.call('PEXPIRE', prefix .. 'site:' .. site, ARGV[5])
  end
  limit(prefix .. 'anonymous', ARGV[11])
  return gone
end

local names = { owner }
for i = 14, #ARGV do table.insert(names, ARGV[i]) end
local others = {}
for _, name in ipairs(names) do
  local listed = redis.call('ZRANGE', prefix .. 'person:' .. name, 0, -1, 'WITHSCORES')
  for i = 1, #listed, 2 do
    local other = listed[i]
    if redis.call('EXISTS', prefix .. 'session:' .. other) == 0 then
      redis.call('ZREM', prefix .. 'person:' .. name, other)
    elseif other ~= key then
      table.insert(others, { other, tonumber(listed[i + 1]) })
    end
  end
end
table.sort(others, function(a, b) return a[2] < b[2] end)
for i = 1, #others + 1 - tonumber(ARGV[9]) do evict(others[i][1], 'too-many') end
while redis.call('ZCARD', prefix .. 'signed-in') > tonumber(ARGV[10]) do
  local soonest = redis.call('ZRANGE', prefix .. 'signed-in', 0, 0)[1]
  evict(soonest, 'full')
end
return gone
`;

/** Does nothing if the session is gone or was used later; lists it again if its list was lost. */
export const TOUCH = `${USE}
local stored = redis.call('HMGET', KEYS[1], 'owner', 'usedAt')
if not stored[1] or tonumber(stored[2]) > tonumber(ARGV[4]) then return 0 end
use(stored[1])
return 1
`;

/** KEYS: the session. ARGV: prefix, record. Does nothing if the session is gone; keeps its expiry. */
export const UPDATE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'record', ARGV[2])
return 1
`;

/** ARGV: prefix, key. Returns 1 to the caller that ended it. */
export const DELETE = `${END}
if finish(ARGV[1], ARGV[2]) then return 1 end
return 0
`;

/** ARGV: prefix, the person's keys. Returns key, record, use, key, record, use… */
export const LIST = `
local found = {}
for i = 2, #ARGV do
  for _, key in ipairs(redis.call('ZRANGE', ARGV[1] .. 'person:' .. ARGV[i], 0, -1)) do
    local parts = redis.call('HMGET', ARGV[1] .. 'session:' .. key, 'record', 'use')
    if parts[1] and parts[2] then
      table.insert(found, key)
      table.insert(found, parts[1])
      table.insert(found, parts[2])
    end
  end
end
return found
`;

/** ARGV: prefix, now, maximum number. Returns the same as LIST. */
export const TAKE_EXPIRED = `${END}
local found = {}
for _, key in ipairs(redis.call('ZRANGEBYSCORE', ARGV[1] .. 'signed-in', '-inf', ARGV[2], 'LIMIT', 0, ARGV[3])) do
  local parts = redis.call('HMGET', ARGV[1] .. 'session:' .. key, 'record', 'use')
  if finish(ARGV[1], key) and parts[1] and parts[2] then
    table.insert(found, key)
    table.insert(found, parts[1])
    table.insert(found, parts[2])
  end
end
return found
`;
