import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** Characters read before others get their turn: a large workbook must not hold up the service. */
const CHUNK = 65_536;

/** What is told of a document while it is read. Names come without their prefix. */
export interface XmlReader {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Asked now and then: true ends the reading. */
  enough?: () => boolean;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads an XML document bit by bit. No entity but XML's own five is known. @throws Error where it is not well-formed. */
export async function parseXml(text: string, { open, text: told, close, enough }: XmlReader): Promise<void> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  if (open)
    parser.on('opentag', ({ name, attributes }) => {
      open(local(name), attributes);
    });
  if (told) {
    parser.on('text', told);
    parser.on('cdata', told);
  }
  if (close)
    parser.on('closetag', ({ name }) => {
      close(local(name));
    });
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    if (enough?.()) return;
    await setImmediate();
  }
  parser.close();
}
