import { explain } from '../src/explain/explain.ts';

const [method, path] = process.argv.slice(2);

if (method === undefined || !path?.startsWith('/')) {
  console.error('npm run explain -- POST /api/permission/7');
  process.exit(2);
}
console.log((await explain(method.toUpperCase(), path)).join('\n'));
