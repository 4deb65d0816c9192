// Sets the theme before the first paint, for which a module would be too late. A test keeps it in step with
// src/shared/theme.
(function () {
  let choice = 'system';
  try {
    choice = localStorage.getItem('despacho.theme') ?? choice;
  } catch {
    // Storage is blocked: follow the system.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = choice;
})();
