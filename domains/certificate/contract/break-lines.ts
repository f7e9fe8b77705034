/** Lines of mixed Chinese and Latin text. */

export type Measure = (text: string) => number

/** What no line begins with, and what none ends with (GB/T 15834, 标点符号用法). */
const neverFirst = new Set('、，。．：；？！）》〉」』】〕〗”’…—·～%℃)]},.:;?!')
const neverLast = new Set('（《〈「『【〔〖“‘([{')

/** A word of letters and digits stays whole, as long as a line can hold it. */
const wordly = /[A-Za-z0-9À-ɏ@#$&+=/_'"-]/

/** Text by its own line ends, and broken where it is wider than a line. */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, width, measure))
}

function breakParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(paragraph)) {
    if (measure(line + piece.trimEnd()) <= width + 0.001 || line === '') {
      line += piece
      continue
    }
    lines.push(line.trimEnd())
    line = piece.trimStart()
  }
  const whole = [...lines, line.trimEnd()]
  return whole.flatMap((one) => (measure(one) > width + 0.001 ? breakAnywhere(one, width, measure) : [one]))
}

/** Between two pieces a line may end. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = []
  for (const character of paragraph) {
    const last = pieces.at(-1)
    const before = last === undefined ? undefined : [...last].at(-1)
    if (last !== undefined && before !== undefined && staysWith(before, character)) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces
}

function staysWith(before: string, character: string): boolean {
  if (character === ' ') return true
  if (neverFirst.has(character) || neverLast.has(before)) return true
  return wordly.test(before) && wordly.test(character)
}

/** A word that no line holds. */
function breakAnywhere(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const character of text) {
    if (line !== '' && measure(line + character) > width + 0.001) {
      lines.push(line)
      line = ''
    }
    line += character
  }
  return line === '' ? lines : [...lines, line]
}
