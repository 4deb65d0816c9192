// Sets the theme before the first paint, which a module would miss. Kept in step with src/shared/theme by a test.
(function () {
  let choice = 'system';
  try {
    choice = localStorage.getItem('despacho.theme') ?? choice;
  } catch {
    // Storage is refused: follow the system.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = choice;
})();
