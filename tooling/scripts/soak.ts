import { runSoak } from '../src/soak/soak.ts';

/*
 * Runs mixed work against the product for `--minutes=20` and checks that memory and handles stay flat. Memory growth is
 * printed in MB per hour, whatever the length of the run.
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
