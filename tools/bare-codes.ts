import ts from 'typescript'

// A code has its name in a table of codes (`codes({…})`), in SQL too: `e.state = ${lit(enrolmentState.learns)}`, never `e.state = 2`. Only what can import
// the names is held to it: SQL functions in db/functions and migrations cannot. So may a room that stands below the one whose codes it reads (`unnamed`).

/** The last word of columns whose numbers are codes; quantities, ranks and places are none. */
const coded =
  'state|status|kind|type|mode|source|channel|role|class|verdict|stage|scope|outcome|origin|subject|part|gender|counting|wrong_by|reason|difficulty'
const camel = coded
  .split('|')
  .map((word) => word[0]?.toUpperCase() + word.slice(1))
  .join('|')
const column = `"?\\b(?:(?:\\w+_)?(?:${coded})|[a-z]\\w*(?:${camel})|(?:\\w+_)?states\\[[^\\]]*\\])\\b"?`
const number = '-?\\d+\\b'

/** A number beside a column; one more after each of `then`, `else`, `when` of a `case` that yields or asks it. */
const comparisons = [
  `${column}(?:::\\w+)?\\s*(?:<>|!=|<=|>=|=|<|>|is (?:not )?distinct from)\\s*${number}`,
  `${column}(?:::\\w+)?\\s+(?:not\\s+)?in\\s*\\([^()]*?${number}`,
  `coalesce\\(\\s*(?:\\w+\\.)?${column}\\s*,\\s*${number}`,
  `coalesce\\(\\s*(?:\\w+\\.)?${column}\\s*,[^()]*\\)\\s*(?:<>|!=|<=|>=|=|<|>)\\s*${number}`,
  `coalesce\\(\\s*(?:\\w+\\.)?${column}\\s*,[^()]*\\)\\s*(?:not\\s+)?in\\s*\\([^()]*?${number}`,
  `case\\s+(?:\\w+\\.)?${column}\\s+when\\s+${number}`,
  `${column}\\s*=\\s*case\\b(?:(?!\\bend\\b)[^;])*?\\b(?:then|else)\\s+${number}`,
  `${number}\\s*(?:=|<>)\\s*(?:any\\s*\\()?\\s*(?:\\w+\\.)?${column}`,
].map((source) => new RegExp(source, 'g'))

const insert = /insert into\s+[\w.]+(?:\s+(?:as\s+)?\w+)?\s*\(([^()]*)\)\s*(?:overriding \w+ value\s+)?(values\s*\(|select\s)/g
const isCoded = new RegExp(`^${column}$`)

interface Place {
  readonly index: number
  readonly text: string
}

/** What stands between commas outside of brackets, up to the bracket that closes the list or the `from` that ends it. */
function* listFrom(text: string, start: number): Generator<Place> {
  let [depth, from] = [0, start]
  for (let at = start; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '(' || sign === '[') depth++
    const isEnd =
      at === text.length ||
      (depth === 0 && (sign === ')' || /^\s(?:from|where|on conflict|returning)\b/.test(text.slice(at, at + 13))))
    if (isEnd || (depth === 0 && sign === ',')) {
      yield { index: from, text: text.slice(from, at) }
      if (isEnd) return
      from = at + 1
    }
    if (sign === ')' || sign === ']') depth--
  }
}

function* insertedIn(text: string): Generator<Place> {
  for (const match of text.matchAll(insert)) {
    const columns = (match[1] ?? '').split(',').map((name) => name.trim())
    const values = [...listFrom(text, match.index + match[0].length)]
    for (const [place, value] of values.entries())
      if (isCoded.test(columns[place] ?? '') && new RegExp(`^\\s*${number}(?:::\\w+)?\\s*$`).test(value.text))
        yield { index: value.index, text: `${columns[place]}: ${value.text.trim()}` }
  }
}

/** Where a text of SQL compares a coded column with a bare number, or writes one into it. */
export function bareCodesIn(text: string): Place[] {
  const compared = comparisons.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ index: match.index, text: match[0] })),
  )
  return [...compared, ...insertedIn(text)]
}

/** The text of a literal, its holes one sign wide that is no number. */
function textOf(node: ts.Node): { text: string; at: (index: number) => number } | undefined {
  if (ts.isStringLiteralLike(node)) return { text: node.text, at: () => node.getStart() }
  if (!ts.isTemplateExpression(node)) return undefined
  const parts = [node.head, ...node.templateSpans.map((span) => span.literal)]
  const at = (index: number) => {
    let rest = index
    for (const part of parts) {
      if (rest <= part.text.length) return part.getStart() + 1 + rest
      rest -= part.text.length + 1
    }
    return node.getStart()
  }
  return { text: parts.map((part) => part.text).join('$'), at }
}

/** The query builder's `where('e.state', '=', 2)`. */
function isBareCall(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.arguments.length !== 3) return false
  const [left, operator, right] = node.arguments
  const isNumber = (value?: ts.Node): boolean =>
    value !== undefined && (ts.isNumericLiteral(value) || (ts.isArrayLiteralExpression(value) && value.elements.some(isNumber)))
  return (
    left !== undefined &&
    ts.isStringLiteral(left) &&
    isCoded.test(left.text.replace(/^.*\./, '')) &&
    operator !== undefined &&
    ts.isStringLiteral(operator) &&
    isNumber(right)
  )
}

/** The places in one node, not in those below it. */
export function bareCodesAt(node: ts.Node): { position: number; text: string }[] {
  if (isBareCall(node)) return [{ position: node.getStart(), text: node.getText() }]
  const literal = textOf(node)
  return literal ? bareCodesIn(literal.text).map(({ index, text }) => ({ position: literal.at(index), text })) : []
}
