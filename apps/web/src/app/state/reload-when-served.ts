/** Reloads the page once the server answers: a reload during an outage would end on the browser's error page. */
export async function reloadWhenServed(): Promise<void> {
  const served = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (served?.ok) location.reload();
}
