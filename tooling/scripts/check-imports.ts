import { checkImports } from '../src/imports.ts';
import { ROOT } from '../src/root.ts';

const { breaches, unseen, modules } = await checkImports(ROOT.slice(0, -1));

for (const { rule, from, to } of breaches) console.error(`${rule}: ${from} → ${to}`);
for (const file of unseen) console.error(`never looked at: ${file}`);
if (modules === 0) console.error('no module was looked at');

if (breaches.length > 0 || unseen.length > 0 || modules === 0) process.exitCode = 1;
else console.log(`${modules} modules keep the import rules`);
