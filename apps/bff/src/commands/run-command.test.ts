import { VERSION } from '@despacho/server/version';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { createLoginThrottle } from '#throttle/login-throttle.ts';
import { runCommand } from './run-command.ts';

const [NEW, OLD] = ['a-new-secret-long-and-random-0123456789', 'an-older-secret-long-and-random-987654321'];

function run(line: string, environment: Record<string, string> = { SESSION_SECRET: `${NEW},${OLD}` }) {
  let [output, errors] = ['', ''];
  const code = runCommand(line.split(' '), environment, (text, isFault) => {
    if (isFault) errors += text;
    else output += text;
  });
  return { code, output, errors };
}

describe('the commands of the gateway', () => {
  it('G44: user hash prints the account as the log states it', () => {
    const hash = createKeyedHash([NEW, OLD]);
    const { accountOf } = createLoginThrottle({ hash } as unknown as Parameters<typeof createLoginThrottle>[0]);
    const account = accountOf('LIMA', 'ana.torres');
    expect(run('user hash --office LIMA --username ana.torres')).toEqual({
      code: 0,
      output: `${account}\n`,
      errors: '',
    });
    // Every spelling of a name is one account.
    expect(run('user hash --office lima --username ANA.TORRES').output).toBe(`${account}\n`);
    const { output } = run('user hash --office LIMA --username ana.torres --json');
    expect(JSON.parse(output)).toEqual({ office: 'LIMA', username: 'ana.torres', account });
    expect(run('user hash --office LIMA --username ana.torres', { SESSION_SECRET: OLD }).output).not.toContain(account);
  });

  it('states its release, without a configuration', () => {
    expect(run('version', {})).toEqual({ code: 0, output: `Despacho ${VERSION}, the gateway.\n`, errors: '' });
  });

  it('prints its help, and refuses anything else', () => {
    expect(run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('user hash') as string });
    expect(run('user hsah')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/Choose from user hash/) as string,
    });
    expect(run('user hash --office LIMA').errors).toBe('user hash needs --office, --username. See --help.\n');
    expect(run('user hash --sucursal LIMA').errors).toMatch(/Unknown option '--sucursal'/);
    expect(run('user hash --office LIMA --username ana', {}).errors).toMatch(/SESSION_SECRET is required/);
    expect(run('user hash --office LIMA --username ana', { SESSION_SECRET: 'short' }).errors).not.toMatch(/short"/);
  });
});
