import { expect, it } from 'vitest';
import { checkNewPassword, judgePassword } from './check-password.ts';

const owner = { username: 'ana', officeId: 'LIMA' };

it('G40: checks a new password before those that a strength meter requests', async () => {
  const finished: string[] = [];
  const meter = Array.from({ length: 12 }, async (_, at) => {
    await judgePassword(`${at} lluvia trompeta camión`, owner).catch(() => undefined);
    finished.push('meter');
  });
  const change = checkNewPassword('naranja tejado violín', owner).then(() => finished.push('change'));
  await Promise.all([...meter, change]);
  expect(finished.indexOf('change')).toBeLessThanOrEqual(1);
}, 60_000);
