/*
 * What has to happen in one step in Redis: a session is stored, listed and made room for together, or not at all, and
 * each end is told to one caller and to every gateway. Redis runs a script alone and whole.
 *
 * Keys: <prefix>session:<key>, a hash of the record and its owner; <prefix>signed-in, their keys by when they end;
 * <prefix>person:<owner>, the keys of one person's sessions by last use; <prefix>anonymous, by when they end.
 */

/** Ends the session of a key; answers whether there was one. */
const END = `
local function finish(prefix, key)
  local name = prefix .. 'session:' .. key
  local owner = redis.call('HGET', name, 'owner')
  redis.call('ZREM', prefix .. 'signed-in', key)
  redis.call('ZREM', prefix .. 'anonymous', key)
  if owner and owner ~= '' then redis.call('ZREM', prefix .. 'person:' .. owner, key) end
  if redis.call('DEL', name) == 0 then return false end
  redis.call('PUBLISH', prefix .. 'ended', key)
  return true
end
`;

/** KEYS: the session. ARGV: prefix, key, record, ms to keep it, owner, used at, ends at, ms to keep the list. */
const PUT = `
local function put(name, prefix, key, record, keepMs, owner, usedAt, endsAt, listMs)
  redis.call('HSET', name, 'record', record, 'owner', owner)
  redis.call('PEXPIRE', name, keepMs)
  if owner == '' then return end
  redis.call('ZADD', prefix .. 'signed-in', endsAt, key)
  redis.call('ZADD', prefix .. 'person:' .. owner, usedAt, key)
  redis.call('PEXPIRE', prefix .. 'person:' .. owner, listMs)
end
`;

/**
 * ARGV after those of PUT: most of a person, most in all, most anonymous, and the person's older names.
 * Answers what had to go, as key, record, reason, key, record, reason…
 */
export const CREATE = `${END}${PUT}
local prefix, key, owner = ARGV[1], ARGV[2], ARGV[5]
local gone = {}
local function evict(other, reason)
  local record = redis.call('HGET', prefix .. 'session:' .. other, 'record')
  if finish(prefix, other) then
    table.insert(gone, other)
    table.insert(gone, record)
    table.insert(gone, reason)
  end
end

put(KEYS[1], prefix, key, ARGV[3], ARGV[4], owner, ARGV[6], ARGV[7], ARGV[8])
if owner == '' then
  redis.call('ZADD', prefix .. 'anonymous', ARGV[7], key)
  local excess = redis.call('ZCARD', prefix .. 'anonymous') - tonumber(ARGV[11])
  if excess > 0 then
    for _, other in ipairs(redis.call('ZRANGE', prefix .. 'anonymous', 0, excess - 1)) do finish(prefix, other) end
  end
  return gone
end

local names = { owner }
for i = 12, #ARGV do table.insert(names, ARGV[i]) end
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

/** Nothing where the session is gone; listed anew where its list was lost. */
export const REPLACE = `${PUT}
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner then return 0 end
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], owner, ARGV[5], ARGV[6], ARGV[7])
return 1
`;

/** ARGV: prefix, key. Answers 1 to whoever ended it. */
export const DELETE = `${END}
if finish(ARGV[1], ARGV[2]) then return 1 end
return 0
`;

/** ARGV: prefix, the person's names. Answers key, record, key, record… */
export const LIST = `
local found = {}
for i = 2, #ARGV do
  for _, key in ipairs(redis.call('ZRANGE', ARGV[1] .. 'person:' .. ARGV[i], 0, -1)) do
    local record = redis.call('HGET', ARGV[1] .. 'session:' .. key, 'record')
    if record then
      table.insert(found, key)
      table.insert(found, record)
    end
  end
end
return found
`;

/** ARGV: prefix, now, at most so many. Answers as LIST does. */
export const TAKE_EXPIRED = `${END}
local found = {}
for _, key in ipairs(redis.call('ZRANGEBYSCORE', ARGV[1] .. 'signed-in', '-inf', ARGV[2], 'LIMIT', 0, ARGV[3])) do
  local record = redis.call('HGET', ARGV[1] .. 'session:' .. key, 'record')
  if finish(ARGV[1], key) and record then
    table.insert(found, key)
    table.insert(found, record)
  end
end
return found
`;
