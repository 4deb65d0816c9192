import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { fillIn } from './markdown.ts';
import { madePages } from './pages.ts';
import { envExample, SERVICES, variablesTable } from './variables.ts';

const pages = await madePages();

describe('generated pages', () => {
  it.each([...pages])('%s is up to date (npm run docs writes it)', async (path, text) => {
    expect(await readFile(`${ROOT}${path}`, 'utf8')).toBe(text);
  });

  it.each(SERVICES)('$key: documents every variable in the example and in the table', (service) => {
    expect(service.variables.length).toBeGreaterThan(8);
    for (const { name, description } of service.variables) {
      expect(envExample()).toMatch(new RegExp(`^#?${name}=`, 'm'));
      expect(envExample()).toContain(description);
      expect(variablesTable(service)).toContain(`\`${name}\``);
      expect(description.length).toBeGreaterThan(10);
    }
  });

  it('gives secrets no value', () => {
    const secrets = SERVICES.flatMap(({ variables }) => variables.filter(({ secret }) => secret));
    expect(secrets.length).toBeGreaterThan(5);
    for (const { name } of secrets) expect(envExample()).toMatch(new RegExp(`^#?${name}=$`, 'm'));
  });

  it('replaces only the text between the marks', () => {
    expect(fillIn('a\n<!-- x -->\nold\n<!-- /x -->\nb', 'x', 'new')).toBe('a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb');
    expect(() => fillIn('a', 'x', 'new')).toThrow(/<!-- x -->/);
  });
});
