import { expect, it } from 'vitest';
import { createLogoutNotes } from './logout-notes.ts';

const [ACME, EVIL] = ['https://login.acme.example', 'https://login.evil.example'];

it('G43: keeps the notes of a provider when another one exceeds its limit', async () => {
  let now = 0;
  const notes = createLogoutNotes(undefined, ['s'.repeat(32)], () => now);
  await notes.put(ACME, 'jti x', 'used', 1000);
  for (let at = 0; at < 20_001; at += 1) await notes.put(EVIL, `jti ${at}`, 'used', 1000);
  expect(await notes.read(ACME, 'jti x')).toBe('used');
  expect(await notes.read(EVIL, 'jti 0')).toBeUndefined();
  expect(await notes.read(EVIL, 'jti 20000')).toBe('used');
  expect(await notes.read(EVIL, 'jti x')).toBeUndefined();
  now = 1000;
  expect(await notes.read(ACME, 'jti x')).toBeUndefined();
});
