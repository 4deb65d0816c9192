/*
 * Sends a request a number of times, one after the other, in a process of its own, so that its CPU is not counted with the
 * service's. Arguments: address, number, headers as JSON. Prints the status and the ETag of the last answer as JSON.
 */
const [address = '', times = '0', headers = '{}'] = process.argv.slice(2);
let last = { status: 0, etag: null as string | null };
for (let sent = 0; sent < Number(times); sent++) {
  const answer = await fetch(address, { headers: JSON.parse(headers) as Record<string, string> });
  await answer.arrayBuffer();
  last = { status: answer.status, etag: answer.headers.get('etag') };
}
process.stdout.write(JSON.stringify(last));
