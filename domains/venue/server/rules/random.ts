/** Numbers in [0, 1) that a seed decides: sfc32, seeded with the first 128 bits of a hex text. */
export function randomOf(seed: string): () => number {
  const word = (index: number) => Number.parseInt(seed.slice(index * 8, index * 8 + 8), 16) | 0
  let [a, b, c, count] = [word(0), word(1), word(2), word(3)]
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  // The first numbers of near seeds are alike.
  for (let turn = 0; turn < 15; turn++) next()
  return next
}
