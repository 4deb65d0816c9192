/**
 * Lets the browser download a file, which the gateway sends as an attachment: the page stays open and does not hold the
 * file in memory.
 */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
