import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';

describe('an administrative command', () => {
  let output = '';
  beforeEach(() => {
    output = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([[['--help']], [['user', 'create', '--help']], [['help']], [['office', '-h']]])(
    'explains %j',
    async (args) => {
      expect(await runCommand(args)).toBe(0);
      for (const command of [
        'office create',
        'office contact',
        'user create',
        'user password',
        'user reset-link',
        'user modules',
        'user revoke-tokens',
      ])
        expect(output).toContain(command);
    },
  );

  it.each([
    [['office'], /There is no command "office"[^]*office create/],
    [['toString', 'x'], /There is no command/],
    [['office', 'create', '--id', 'X'], /^office create needs --ruc, --company, --name\. See --help\.$/],
    [['user', 'create', '--office', '', '--username', 'a', '--name', 'A'], /needs --office/],
    [['user', 'create', '--id', 'X'], /Unknown option '--id'/],
    [['user', 'create', '--password', 'x'], /Unknown option '--password'/],
    [['user', 'revoke-tokens', '--password-file', 'x'], /Unknown option '--password-file'/],
    [['user', 'modules', '--office', 'A', '--username', 'a'], /^user modules needs --modules\. See --help\.$/],
    [['user', 'modules', '--office', 'A', '--username', 'a', '--modules', ''], /^user modules needs --modules/],
    [['user', 'create', 'surplus'], /Unexpected argument/],
    [
      ['user', 'create', '--office', 'A', '--username', 'a', '--name', 'A', '--password-file', '/none'],
      /cannot be read/,
    ],
  ])('refuses %j with one message', async (args, text) => {
    await expect(runCommand(args)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(text) as string,
    });
  });
});
