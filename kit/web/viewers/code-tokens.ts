export type TokenKind = 'plain' | 'comment' | 'text' | 'number' | 'word'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const words = new Set(
  `and as async await auto bool boolean break case catch char class const continue def default delete do double elif else enum except export extends
  false final finally float for from function if implements import in int interface is lambda let long namespace new nil None not null or package pass
  private protected public raise return select self short static string struct super switch this throw True False true try type typeof undefined
  unsigned using var void while with yield`.split(/\s+/),
)

/** Comments, texts, numbers and names of the usual languages; what is none of them is plain. */
const pattern =
  /(\/\/[^\n]*|#(?!include|define)[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g

/** Colours code well enough to be read; it is no parser. The tokens' texts together are the source. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const match of source.matchAll(pattern)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: source.slice(at, match.index) })
    const [text, comment, quoted, number] = match
    tokens.push({ kind: kindOf(text, { comment, quoted, number }), text })
    at = match.index + text.length
  }
  if (at < source.length) tokens.push({ kind: 'plain', text: source.slice(at) })
  return tokens
}

function kindOf(
  text: string,
  found: { comment?: string | undefined; quoted?: string | undefined; number?: string | undefined },
): TokenKind {
  if (found.comment !== undefined) return 'comment'
  if (found.quoted !== undefined) return 'text'
  if (found.number !== undefined) return 'number'
  return words.has(text) ? 'word' : 'plain'
}

/** The tokens line by line; one that spans lines is cut at their ends. */
export function linesOf(source: string): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]]
  for (const { kind, text } of tokensOf(source.replaceAll('\r\n', '\n'))) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ kind, text: part })
    }
  }
  return lines
}
