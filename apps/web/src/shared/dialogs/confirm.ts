export interface Question {
  title: string;
  text?: string;
  confirmLabel: string;
  danger?: boolean;
}

/** Asks before something that cannot be taken back. */
export function confirm({ title, text }: Question): Promise<boolean> {
  return Promise.resolve(window.confirm([title, text].filter(Boolean).join('\n')));
}
