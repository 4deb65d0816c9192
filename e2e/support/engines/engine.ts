import { type Tab } from './tab.ts';

/** A running browser that Playwright does not drive, with an empty profile. */
export interface Engine {
  /** Opens a tab in front of the others. */
  open(): Promise<Tab>;
  /** The opened tabs. */
  tabs: readonly Tab[];
  /**
   * Console errors, uncaught errors, violations of the content security policy, and announcements outside the front
   * dialog.
   */
  complaints(): string[];
  close(): Promise<void>;
}

/** The options for starting a browser. */
export interface Place {
  executable: string;
  /** Size of the page, in CSS pixels. A browser with a window may need a wider one. */
  size: { width: number; height: number };
  /** Folder of the run, removed after it: the browser's home and downloads. */
  folder: string;
  environment: Record<string, string>;
}
