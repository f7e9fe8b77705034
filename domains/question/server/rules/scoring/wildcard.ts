/**
 * Patterns with `*` (any run of characters) and `?` (one character); `\*`, `\?` and `\\` are these characters themselves. Never a regular
 * expression of an author's making: those can be made to try for ever. Between stars the leftmost place of each piece is always good enough,
 * and pieces are looked for with one bit for each of their characters, so the cost is the length of the text times a 32nd of the longest
 * piece, whatever both say.
 */
export type Wildcard = { readonly pieces: readonly Piece[] }

type Piece = {
  readonly length: number
  /** By character: the places in the piece where it may stand. */
  readonly places: ReadonlyMap<number, Uint32Array>
  /** Where any character may stand. */
  readonly anywhere: Uint32Array
}

const bits = 32

/** Words of bits that a pattern of this length needs at most. */
export const wordsOf = (length: number): number => Math.max(1, Math.ceil(length / bits))

export function matchesWildcard(text: string, pattern: string): boolean {
  return meetsWildcard(lettersOf(text), compileWildcard(pattern))
}

/** Code points, so that `?` is one character for people too. */
export function lettersOf(text: string): Uint32Array {
  return Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}

export function compileWildcard(pattern: string): Wildcard {
  const pieces: string[][] = [[]]
  for (const mark of marksOf(pattern)) {
    if (mark === '*') pieces.push([])
    else pieces.at(-1)?.push(mark)
  }
  return { pieces: pieces.map(pieceOf) }
}

/** Whether a pattern says nothing but "anything". */
export function isMatchingAnything(pattern: string): boolean {
  return marksOf(pattern).every((mark) => mark === '*' || mark === '?')
}

/** One entry for each character; an escaped one keeps its backslash. A backslash before anything else is itself. */
function marksOf(pattern: string): string[] {
  return pattern.match(/\\[*?\\]|./gsu) ?? []
}

function pieceOf(marks: readonly string[]): Piece {
  const empty = () => new Uint32Array(wordsOf(marks.length))
  const anywhere = empty()
  const places = new Map<number, Uint32Array>()
  const put = (words: Uint32Array, at: number) => {
    const word = Math.floor(at / bits)
    words[word] = (words[word] ?? 0) | (1 << (at % bits))
  }
  marks.forEach((mark, at) => {
    if (mark === '?') put(anywhere, at)
  })
  marks.forEach((mark, at) => {
    if (mark === '?') return
    const point = mark.codePointAt(mark.length === 2 && mark.startsWith('\\') ? 1 : 0) ?? 0
    const own = places.get(point) ?? anywhere.slice()
    put(own, at)
    places.set(point, own)
  })
  return { length: marks.length, places, anywhere }
}

export function meetsWildcard(text: Uint32Array, { pieces }: Wildcard): boolean {
  const [first, ...rest] = pieces
  const last = rest.pop()
  if (!first) return false
  if (!last) return text.length === first.length && standsAt(text, 0, first)
  const end = text.length - last.length
  if (end < first.length || !standsAt(text, 0, first) || !standsAt(text, end, last)) return false
  let from = first.length
  for (const piece of rest) {
    from = endOfPiece(text, from, end, piece)
    if (from < 0) return false
  }
  return true
}

function standsAt(text: Uint32Array, from: number, piece: Piece): boolean {
  for (let at = 0; at < piece.length; at++) {
    const places = piece.places.get(text[from + at] ?? 0) ?? piece.anywhere
    if (((places[Math.floor(at / bits)] ?? 0) & (1 << (at % bits))) === 0) return false
  }
  return true
}

/** Where the leftmost place of the piece within [from, to) ends; -1 when there is none. Bit i: the last i+1 characters are the piece's first. */
function endOfPiece(text: Uint32Array, from: number, to: number, piece: Piece): number {
  if (piece.length === 0) return from
  if (piece.length <= bits) return endOfShortPiece(text, from, to, piece)
  const begun = new Uint32Array(piece.anywhere.length)
  const last = begun.length - 1
  const whole = 1 << ((piece.length - 1) % bits)
  for (let at = from; at < to; at++) {
    const places = piece.places.get(text[at] ?? 0) ?? piece.anywhere
    let carried = 1
    for (let word = 0; word <= last; word++) {
      const before = begun[word] ?? 0
      begun[word] = ((before << 1) | carried) & (places[word] ?? 0)
      carried = before >>> (bits - 1)
    }
    if (((begun[last] ?? 0) & whole) !== 0) return at + 1
  }
  return -1
}

/** The same with a single word, which is what people's patterns are. */
function endOfShortPiece(text: Uint32Array, from: number, to: number, { length, places, anywhere }: Piece): number {
  const whole = 1 << (length - 1)
  const elsewhere = anywhere[0] ?? 0
  let begun = 0
  let [known, knownPlaces] = [-1, 0]
  for (let at = from; at < to; at++) {
    const letter = text[at] ?? 0
    if (letter !== known) [known, knownPlaces] = [letter, places.get(letter)?.[0] ?? elsewhere]
    begun = ((begun << 1) | 1) & knownPlaces
    if ((begun & whole) !== 0) return at + 1
  }
  return -1
}
