import { describe, expect, it } from 'vitest';
import { commandsInComments, commandsInHelp, commandsInMarkdown } from './documented-commands.ts';

describe('commands in documents', () => {
  it('finds inline and fenced commands, with continuations joined and comments removed', () => {
    const page = [
      'Run `npm start -- --fresh`, not `someName` or `npm`-like words.',
      '```',
      'npm ci && npm start    # the demonstration',
      'browser ── TLS ── gateway',
      '```',
      '```sh',
      'node main.js user create \\',
      '  --modules D01',
      'anything new',
      'for a in x y; do',
      '  echo $a > b',
      'done',
      '```',
      '```yaml',
      'npm: no',
      '```',
    ];
    expect(commandsInMarkdown(page.join('\n'))).toEqual([
      'npm ci && npm start',
      'node main.js user create --modules D01',
      'anything new',
      'for a in x y; do echo $a > b; done',
      'npm start -- --fresh',
      'npm',
    ]);
  });

  it('finds blocks of commands in comments', () => {
    const file =
      '# Before:\n#\n#   mkdir -p x\n#   docker compose up\n#\n# Set\n#   PUBLIC_ORIGIN=https://x\nname: y\n';
    expect(commandsInComments(file)).toEqual(['mkdir -p x', 'docker compose up']);
  });

  it('reads commands of a help text with all their options', () => {
    const help = '  node main.js office create   creates\n      --id LIMA    the id\n      [--zone X]\n\nMore words.\n';
    expect(commandsInHelp(help)).toEqual(['node main.js office create --id LIMA --zone X']);
  });
});
