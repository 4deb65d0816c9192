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
    [
      ['courier', 'lst'],
      /^There is no command "courier lst"\. Choose from courier absence, courier create, courier edit, courier link, courier list, courier retire, courier show\. See --help\.$/,
    ],
    [['courier', 'list', '--office', 'A', '--retired', 'maybe'], /^--retired must be one of yes, no, not "maybe"\.$/],
    [
      ['courier', 'create', '--office', 'A', '--name', 'A', '--vehicle', 'tren'],
      /^--vehicle must be one of moto, auto, /,
    ],
    [['courier', 'list', '--office', 'A', '--json=x'], /'--json' does not take an argument/],
    [['evidence', 'sweep', '--remove', 'si'], /^--remove must be one of yes, no, not "si"\.$/],
    [['person', 'erase', '--ruc', '1', '--confirm', 'si'], /^--confirm must be one of yes, no/],
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
