import ts from 'typescript'

// A code has its name in a table of codes (`codes({…})`), in SQL too: `e.state = ${lit(enrolmentState.learns)}`, never `e.state = 2`. Held to it is what can
// import the names: SQL functions in db/functions and migrations cannot. tools/reads.ts, which reads every file of the servers, asks here.

/** The last word of columns whose numbers are codes; quantities, ranks and places are none. */
const words =
  'state|status|kind|type|mode|source|channel|role|class|verdict|stage|outcome|origin|subject|gender|counting|wrong_by|difficulty'
const camelWords = words.replaceAll(/(^|\|)(\w)/g, (_, bar: string, first: string) => bar + first.toUpperCase())
const name = `"?\\b(?:(?:[a-z]+_)*(?:${words})|[a-z]\\w*(?:${camelWords}))\\b"?`
const column = `(?:\\w+\\.)?(?:${name}|\\b(?:\\w+_)?states\\[[^\\]]*\\])(?:::\\w+)?`
const number = '-?\\d+\\b'
const compares = '\\s*(?:<>|!=|<=|>=|=|<|>|is (?:not )?distinct from)\\s*'
const isIn = '\\s+(?:not\\s+)?in\\s*\\([^()]*?'
const isCoded = new RegExp(`^${column}$`)
const isBare = new RegExp(`^\\s*${number}(?:::\\w+)?\\s*$`)

const patterns = [
  `${column}(?:${compares}|${isIn})${number}`,
  `coalesce\\(\\s*${column}\\s*,\\s*${number}`,
  `coalesce\\(\\s*${column}\\s*,[^()]*\\)(?:${compares}|${isIn})${number}`,
  `\\bcase\\s+${column}\\s+when\\s+${number}`,
  `${column}\\s*=\\s*case\\b(?:(?!\\bend\\b)[^;])*?\\b(?:then|else)\\s+${number}`,
  `${number}\\s*(?:=|<>)\\s*(?:any\\s*\\(\\s*(?:\\w+\\.)?(?:\\w+_)?states\\b|${column})`,
  `${number}(?:::\\w+)?\\s+as\\s+${name}`,
  `\\b(?:then|else)\\s+${number}(?:(?!\\bcase\\b)[^;])*?\\bend\\)?(?:::\\w+)?\\s+as\\s+${name}`,
].map((source) => new RegExp(source, 'g'))

const insertion = /insert into\s+[\w.]+(?:\s+(?:as\s+)?\w+)?\s*\(([^()]*)\)\s*(?:values\s*\(|select\s)/g

interface Place {
  readonly index: number
  readonly text: string
}

/** What stands between commas outside of brackets, up to the bracket that closes the list or the clause that follows it. */
function* listFrom(text: string, start: number): Generator<Place> {
  let depth = 0
  let from = start
  for (let at = start; at <= text.length; at++) {
    const sign = text[at] ?? ')'
    const isEnd = depth === 0 && (sign === ')' || /^\s(?:from|where|on conflict|returning)\b/.test(text.slice(at, at + 13)))
    if (isEnd || (depth === 0 && sign === ',')) {
      yield { index: from, text: text.slice(from, at) }
      from = at + 1
    }
    if (isEnd) return
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign)) depth--
  }
}

function* insertedIn(text: string): Generator<Place> {
  for (const match of text.matchAll(insertion)) {
    const columns = (match[1] ?? '').split(',').map((each) => each.trim())
    const values = [...listFrom(text, match.index + match[0].length)]
    for (const [place, { index, text: value }] of values.entries())
      if (isCoded.test(columns[place] ?? '') && isBare.test(value)) yield { index, text: `${columns[place]}: ${value.trim()}` }
  }
}

/** Where a text of SQL compares a coded column with a bare number, or writes one into it. */
function placesIn(text: string): Place[] {
  const compared = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ index: match.index, text: match[0] })),
  )
  return [...compared, ...insertedIn(text)]
}

/** The text of a literal, each hole one sign that is no number, and where a place in it stands in the file. */
function literalOf(node: ts.Node): { text: string; at: (index: number) => number } | undefined {
  if (ts.isStringLiteralLike(node)) return { text: node.text, at: (index) => node.getStart() + 1 + index }
  if (!ts.isTemplateExpression(node)) return undefined
  const parts = [node.head, ...node.templateSpans.map((span) => span.literal)]
  const at = (index: number) => {
    let rest = index
    const part = parts.find(({ text }) => {
      if (rest <= text.length) return true
      rest -= text.length + 1
      return false
    })
    return (part ?? node).getStart() + 1 + rest
  }
  return { text: parts.map((part) => part.text).join('$'), at }
}

const isNumber = (node?: ts.Node): boolean =>
  node !== undefined && (ts.isNumericLiteral(node) || (ts.isArrayLiteralExpression(node) && node.elements.some(isNumber)))

/** The query builder's `where('e.state', '=', 2)`, and `{ state: 2 }` among what it writes. */
function isBareInBuilder(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && node.arguments.length === 3) {
    const [left, operator, right] = node.arguments
    return (
      left !== undefined &&
      ts.isStringLiteral(left) &&
      isCoded.test(left.text.replace(/^\w+\.(?=\w+\.)/, '')) &&
      operator !== undefined &&
      ts.isStringLiteral(operator) &&
      /^(?:[<>=!]+|(?:not )?in)$/.test(operator.text) &&
      isNumber(right)
    )
  }
  if (!ts.isPropertyAssignment(node) || !isNumber(node.initializer) || !isCoded.test(node.name.getText())) return false
  const call = ts.findAncestor(node, ts.isCallExpression)
  return call !== undefined && /\.(?:set|values|doUpdateSet)$/.test(call.expression.getText())
}

/** The bare codes of one node, without those of the nodes below it. */
export function bareCodesAt(node: ts.Node): { readonly position: number; readonly text: string }[] {
  if (isBareInBuilder(node)) {
    const text = ts.isCallExpression(node) ? node.arguments.map((argument) => argument.getText()).join(' ') : node.getText()
    return [{ position: (ts.isCallExpression(node) ? (node.arguments[0] ?? node) : node).getStart(), text }]
  }
  const literal = literalOf(node)
  return literal ? placesIn(literal.text).map(({ index, text }) => ({ position: literal.at(index), text })) : []
}
