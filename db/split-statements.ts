// A quoted text, a quoted name, a dollar-quoted body, a comment: a semicolon in them ends nothing.
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$[A-Za-z_]*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** The single statements of a file that must run outside a transaction, one by one. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (token !== ';') continue
    statements.push(sql.slice(start, index))
    start = index + 1
  }
  statements.push(sql.slice(start))
  return statements.map((statement) => statement.trim()).filter((statement) => withoutComments(statement) !== '')
}

function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim()
}
