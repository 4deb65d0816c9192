import { vi } from 'vitest';

/** How browsers and versions of ICU differ: order, signs, digits, calendar and midnight. The options stay the caller's. */
export const FOREIGN_FORMATS = {
  'the month first, with narrow spaces': { locale: 'en-US' },
  'Arabic digits from right to left': { locale: 'ar-EG-u-nu-arab' },
  'the Buddhist calendar with Thai digits': { locale: 'th-TH-u-ca-buddhist-nu-thai' },
  'midnight as 24:00': { locale: 'es-PE', midnight: '24' },
} as const;

/** Makes every formatter of dates that is created from now on write in another way, until `vi.unstubAllGlobals`. */
export function writeDatesAs({ locale, midnight = '00' }: { locale: string; midnight?: string }): void {
  const Original = Intl.DateTimeFormat;
  class Foreign extends Original {
    constructor(_: unknown, options?: Intl.DateTimeFormatOptions) {
      super(locale, options);
    }
    override formatToParts(at?: number | Date): Intl.DateTimeFormatPart[] {
      return super.formatToParts(at).map(({ type, value }) => {
        if (type === 'literal') return { type, value: value.replaceAll(' ', '\u202F') };
        return { type, value: type === 'hour' && value === '00' ? midnight : value };
      });
    }
    override format = (at?: number | Date): string =>
      this.formatToParts(at)
        .map(({ value }) => value)
        .join('');
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: Foreign } }));
}
