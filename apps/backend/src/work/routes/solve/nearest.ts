/* oxlint-disable typescript/no-non-null-assertion -- indices are below the lengths of the arrays */

/**
 * @returns for each of `count` things the `width` nearest ones, itself first: element `thing * width + rank`. Keeps a short
 *   sorted list for each, because sorting all distances of 2,000 stops takes a second.
 */
export function nearest(count: number, width: number, distance: (one: number, other: number) => number): Int32Array {
  const near = new Int32Array(count * width);
  const distances = new Float64Array(width);
  for (let one = 0; one < count; one++) {
    const row = near.subarray(one * width, (one + 1) * width);
    distances.fill(Infinity);
    for (let other = 0; other < count; other++) {
      const far = other === one ? -1 : distance(one, other) + distance(other, one);
      let rank = Math.min(other, width);
      if (rank === width && far >= distances[width - 1]!) continue;
      if (rank === width) rank--;
      for (; rank > 0 && distances[rank - 1]! > far; rank--)
        [distances[rank], row[rank]] = [distances[rank - 1]!, row[rank - 1]!];
      [distances[rank], row[rank]] = [far, other];
    }
  }
  return near;
}
