import { SaxesParser } from 'saxes';
import { FileTooComplex, XML_LIMITS } from './file-limits.ts';

/** Characters parsed between two calls of `enough`. */
const CHUNK = 65_536;

/** Callbacks for the parts of a document. Names come without their namespace prefix. */
interface XmlReader {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Called regularly; returning true stops the parser. */
  enough?: () => boolean;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses an XML document. Only the five predefined entities are supported; a document type is rejected.
 * @throws FileTooComplex for a document beyond `XML_LIMITS`, Error if it is not well-formed.
 */
export function parseXml(text: string, { open, text: onText, close, enough }: XmlReader): void {
  const parser = new SaxesParser();
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  let ofElement = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('A document type');
  });
  // These fire before the element is complete, so that its size is bounded as well.
  parser.on('opentagstart', () => {
    ofElement = 0;
    if (++depth > XML_LIMITS.depth || ++elements > XML_LIMITS.elements) throw new FileTooComplex();
  });
  parser.on('attribute', () => {
    if (++ofElement > XML_LIMITS.attributesOfElement || ++attributes > XML_LIMITS.attributes)
      throw new FileTooComplex();
  });
  if (open) parser.on('opentag', ({ name, attributes: all }) => open(local(name), all));
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  parser.on('closetag', ({ name }) => {
    depth--;
    close?.(local(name));
  });
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    if (enough?.()) return;
  }
  parser.close();
}
