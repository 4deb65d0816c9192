/** One block of an event stream. A block without data only sets the position in the log. */
export interface StreamBlock {
  event: string;
  data: string | undefined;
  /** Position after this block; undefined if the block has none. */
  id: string | undefined;
}

/**
 * Parses an event stream (HTML standard, section 9.2) in chunks of any size.
 * @returns a function that takes a chunk and returns the blocks it completed.
 */
export function createEventParser(): (piece: string) => StreamBlock[] {
  let rest = '';
  let started = false;
  let block: { event: string; data: string[]; id: string | undefined } = { event: '', data: [], id: undefined };

  const take = (line: string): void => {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') block.data.push(value);
    else if (field === 'event') block.event = value;
    else if (field === 'id' && !value.includes('\0')) block.id = value;
  };

  const close = (): StreamBlock[] => {
    const { event, data, id } = block;
    block = { event: '', data: [], id: undefined };
    if (data.length === 0 && id === undefined) return [];
    return [{ event: event || 'message', data: data.length > 0 ? data.join('\n') : undefined, id }];
  };

  return (piece) => {
    rest += piece;
    if (!started && rest !== '') {
      started = true;
      rest = rest.replace(/^\uFEFF/, '');
    }
    // A trailing carriage return may be half of a line break.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    const lines = whole.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(whole.length);
    return lines.flatMap((line) => {
      if (line === '') return close();
      take(line);
      return [];
    });
  };
}
