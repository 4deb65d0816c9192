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
        'company set',
        'call',
        'user create',
        'user password',
        'user reset-link',
        'user modules',
        'user revoke-tokens',
      ])
        expect(output).toContain(command);
    },
  );

  it('lists the operations of call, and explains one', async () => {
    await runCommand(['call']);
    expect(output).toMatch(/^settings\.edit +Cambia esos ajustes/m);
    await runCommand(['call', 'settings.edit', '--help']);
    expect(output).toContain('node main.js call settings.edit --company RUC --office OFFICE');
  });

  it.each([
    [['office'], /There is no command "office"[^]*office create/],
    [['toString', 'x'], /There is no command/],
    [['courier', 'lst'], /^There is no command "courier lst"\. Choose from courier link\. See --help\.$/],
    [['company', 'list', '--json=x'], /'--json' does not take an argument/],
    [['call', 'orders.x'], /^call needs --company, --office\. See --help\.$/],
    [['call', 'orders.x', '--help'], /^There is no operation "orders\.x"\. Choose from orders\.list, /],
    [['call', 'orders.list', '--company', '1', '--office', 'A', '--url', 'x'], /Unknown option '--url'/],
    [['evidence', 'sweep', '--remove', 'si'], /^--remove must be one of yes, no, not "si"\.$/],
    [
      ['user', 'password', '--office', 'A', '--username', 'a', '--temporary', 'ja'],
      /^--temporary must be one of yes, no/,
    ],
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
