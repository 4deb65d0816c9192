/** Reloads the page, but only once the server answers: reloading into an outage would leave the browser's own error page. */
export async function reloadWhenServed(): Promise<void> {
  const served = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (served?.ok) location.reload();
}
