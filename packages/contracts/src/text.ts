import * as z from 'zod/mini';
import { visibleText } from './normal-form/visible-text.ts';
import { storable } from './typed-text.ts';

/** Replaces pasted line breaks and tabs with spaces. No nested repetition: the text may be long. */
const onOneLine = z.overwrite<string>((text) => text.replace(/[\t\r\n]+/g, ' '));

/** Removes invisible characters of copied text, such as direction marks, which would be stored and compared. */
const visible = z.overwrite<string>(visibleText);

/**
 * Single-line text, trimmed, without invisible characters.
 * @param longest in UTF-16 code units.
 * @param missing message for empty text.
 */
export const line = (longest: number, missing?: string) =>
  z.string().check(visible, z.trim(), z.minLength(1, missing), z.maxLength(longest), storable);

/** Like `line`, for inputs with several lines: line breaks are stored as spaces. */
export const foldedText = (longest: number) =>
  z.string().check(visible, onOneLine, z.trim(), z.minLength(1), z.maxLength(longest), storable);

/** A search. Unlike `line` it may be empty and may contain tabs: people paste cells. */
export const searchText = (longest: number) => z.string().check(visible, onOneLine, z.maxLength(longest), storable);

const withoutLineMarks = (name: string): string => name.replace(/[\p{Zl}\p{Zp}]/gu, '');

/**
 * The name of a file on one line, without invisible characters: U+202E shows «factura-xslx.exe» as «factura-exe.xlsx»,
 * and some phones put a mark before each name.
 */
export const fileName = (longest: number) =>
  z.string().check(visible, z.overwrite(withoutLineMarks), z.trim(), z.minLength(1), z.maxLength(longest), storable);
