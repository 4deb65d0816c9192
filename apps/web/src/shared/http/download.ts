/** Lets the browser fetch a file, which the gateway sends as an attachment: the page stays, and no memory of it is used. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
