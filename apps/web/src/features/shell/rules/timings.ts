/** Every delay and breakpoint of the shell, in milliseconds and px (specification, sections 1, 4 and 9). */
export const TIMINGS = {
  /** The full-page loader fades in and out over this. page-loader.css repeats it. */
  loaderFade: 400,
  /** Between two steps of the loading bar. */
  loadingTick: 250,
  /** How long the finished bar stays full. */
  loadingReset: 500,
  /** Between the press of the minimise button and the change of layout. */
  minimiseDelay: 300,
  /** The layout is measured again this often … */
  measureEvery: 180,
  /** … for this long. */
  measureFor: 1000,
  /**
   * How often the content is looked at, and for how long, when an earlier scroll position waits for it to grow: as long
   * as an answer may take.
   */
  restoreEvery: 50,
  restoreFor: 10_000,
} as const;

/** Under this width the sidebar is a drawer behind a toggle. The style sheets repeat it. */
export const DRAWER_BELOW = 991;

/** Under this width buttons of the top bar lose their words. Our own choice. */
export const PHONE_BELOW = 640;

/** From this width up the panels get the custom scrollbar. */
export const SCROLLBAR_MIN_WIDTH = 960;

/** What an arrow key scrolls a panel by, in px. */
export const KEYBOARD_STEP = 30;
