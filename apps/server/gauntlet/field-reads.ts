import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface FieldReads {
  /** Names whose value something is done with (asked, compared, counted, handed to a function), by room. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>
  /** Names that are read at all, screens among them. */
  readonly read: ReadonlyMap<string, ReadonlySet<string>>
  /** Columns that a condition of the database asks. */
  readonly asked: ReadonlySet<string>
}

const root = join(import.meta.dirname, '..', '..', '..')

/** What the product's code reads, without contracts, tests and forms: by the syntax alone, so that it is cheap. */
export function fieldReads(): FieldReads {
  const used = new Map<string, Set<string>>()
  const read = new Map<string, Set<string>>()
  const files = globSync('domains/*/{server,candidate,console}/**/*.{ts,tsx}', { cwd: root })
  for (const file of files.filter((name) => !/\.test\.tsx?$|-arrange\.ts$|-world\.ts$/.test(name))) {
    const [, room = '', side = ''] = file.split('/')
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const isScreen = side === 'console'
    visit(source, (name, isUse) => {
      add(read, room, name)
      if (isUse && !isScreen) add(used, room, name)
    })
  }
  return { used, read, asked: askedColumns(files) }
}

function add(to: Map<string, Set<string>>, room: string, name: string): void {
  const names = to.get(room) ?? new Set()
  to.set(room, names.add(name))
}

function visit(node: ts.Node, tell: (name: string, isUse: boolean) => void): void {
  if (ts.isPropertyAccessExpression(node)) tell(node.name.text, isUse(node, node.name.text))
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) tell(node.argumentExpression.text, true)
  if (ts.isBindingElement(node) && ts.isIdentifier(node.name)) {
    const field = node.propertyName && ts.isIdentifier(node.propertyName) ? node.propertyName.text : node.name.text
    const { text } = node.name
    tell(field, isBoundUsed(node, text))
  }
  ts.forEachChild(node, (child) => visit(child, tell))
}

/** Copied under its own name, or put into a statement, a value is only kept. */
function isUse(node: ts.Expression, name: string): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return !ts.isIdentifier(parent.name) || parent.name.text !== name
  if (ts.isTemplateSpan(parent)) return !ts.isTaggedTemplateExpression(parent.parent.parent)
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return isUse(parent, name)
  return true
}

/** What was taken out of an object under a name is used where the name stands for more than its copying. */
function isBoundUsed(binding: ts.BindingElement, name: string): boolean {
  let scope: ts.Node = binding
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope) && !ts.isBlock(scope)) scope = scope.parent
  let isFound = false
  const look = (node: ts.Node): void => {
    if (isFound) return
    if (ts.isIdentifier(node) && node.text === name && isValue(node)) isFound = isUse(node, name)
    ts.forEachChild(node, look)
  }
  look(scope)
  return isFound
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isBindingElement(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isParameter(parent)) return false
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isPropertyAssignment(parent) && parent.name === node) && !ts.isPropertySignature(parent)
}

const condition = /\b(?:where|and|or|when|on|filter \(where|not|order by|coalesce\()\s[^;`]{0,200}?/
const column = /\b[a-z]+(?:_[a-z]+)*\b/g

/** Columns that stand in conditions of queries, functions and views. */
function askedColumns(files: readonly string[]): ReadonlySet<string> {
  const sources = [...files.filter((file) => file.endsWith('.sql.ts')), 'db/schema.sql']
  const lines = sources.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
  return new Set(lines.filter((line) => condition.test(line)).flatMap((line) => line.match(column) ?? []))
}
