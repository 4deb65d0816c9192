import { runSoak } from '../src/soak/soak.ts';

/*
 * Lets people work with the product for `--minutes=20` and sees whether memory and handles stay flat. The rate a process
 * grows at stands there in MB an hour, whatever the length of the run.
 */
const minutes = Number(/^--minutes=(\d+(?:\.\d+)?)$/.exec(process.argv[2] ?? '--minutes=20')?.[1]);
if (!(minutes > 0)) throw new RangeError('--minutes=20');

const { held, work, faults } = await runSoak(minutes);
const { requests, orderChanges, signIns, streams } = work;
console.log(`${requests} reads, ${orderChanges} changes of orders, ${signIns} sign-ins, ${streams} streams`);
for (const { name, megabytes, megabytesPerHour, growth, handles, moreHandles } of held) {
  const slope = `${megabytesPerHour >= 0 ? '+' : ''}${megabytesPerHour.toFixed(1)} MB/h`;
  const grown = `${(growth * 100).toFixed(1)} % while measured`;
  console.log(`${name}: ${megabytes.toFixed(0)} MB, ${slope} (${grown}); ${handles} handles, ${moreHandles} more`);
}
for (const fault of faults) console.error(`✗ ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
