import { expect, it } from 'vitest';
import { type Failure } from './failures.ts';
import { filesToRepeat, MAX_FILES } from './second-run.ts';

const failureIn = (file: string): Failure => ({ file, test: `${file} › works`, reason: 'Timed out' });

it('lists each failing file once, by workspace', () => {
  const failures = new Map([
    ['bff', [failureIn('/a.test.ts'), failureIn('/a.test.ts')]],
    ['e2e', [failureIn('login.spec.ts')]],
    ['web', []],
  ]);
  expect(filesToRepeat(failures, 3)).toEqual(
    new Map([
      ['bff', ['/a.test.ts']],
      ['e2e', ['login.spec.ts']],
    ]),
  );
});

it('repeats nothing if too many files failed', () => {
  const files = Array.from({ length: MAX_FILES + 1 }, (_, index) => failureIn(`/${index}.test.ts`));
  expect(filesToRepeat(new Map([['bff', files.slice(1)]]), MAX_FILES).size).toBe(1);
  expect(filesToRepeat(new Map([['bff', files]]), MAX_FILES + 1).size).toBe(0);
});

it('repeats nothing if a failure belongs to no file', () => {
  const outside = { test: 'outside of every test', reason: 'The set-up failed' };
  expect(filesToRepeat(new Map([['e2e', [failureIn('a.spec.ts'), outside]]]), 2).size).toBe(0);
});

it('repeats nothing if the run counted a failure that no report names', () => {
  expect(filesToRepeat(new Map([['bff', [failureIn('/a.test.ts')]]]), 2).size).toBe(0);
});
