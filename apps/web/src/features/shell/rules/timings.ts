/** Delays of the shell in milliseconds (specification, sections 1, 4 and 9). */
export const TIMINGS = {
  /** Fade duration of the full-page loader, repeated in page-loader.css. */
  loaderFade: 400,
  /** Interval of the loading bar's steps. */
  loadingTick: 250,
  /** How long the full bar stays visible. */
  loadingReset: 500,
  /** From the press of the minimise button to the layout change. */
  minimiseDelay: 300,
  /** Interval between layout measurements … */
  measureEvery: 180,
  /** … and their total duration. */
  measureFor: 1000,
  /**
   * Interval and total time for restoring a scroll position while the content is still too short. The total allows
   * for a slow response.
   */
  restoreEvery: 50,
  restoreFor: 10_000,
} as const;

/** Below this width the sidebar is a drawer. Repeated in the style sheets. */
export const DRAWER_BELOW = 991;

/** Below this width, top bar buttons show only icons. Not from the specification. */
export const PHONE_BELOW = 640;

/** From this width panels use the custom scrollbar. */
export const SCROLLBAR_MIN_WIDTH = 960;

/** Pixels that an arrow key scrolls a panel. */
export const KEYBOARD_STEP = 30;
