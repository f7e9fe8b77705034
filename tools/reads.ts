import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { bareCodesAt } from './bare-codes.ts'
import { root } from './run.ts'

// What a statement in SQL answers is read with the schema of its rows (kit/server/database/rows.ts). Here it is refused to read it otherwise: `sql` is executed only
// where nobody looks at the answer, and may say of what type an expression is, never what a row is. And codes are named in it (bare-codes.ts).

/** Whole rows as sources of the query builder, which streams them or narrows them further. */
const sources: Readonly<Record<string, readonly string[]>> = {
  'domains/org/server/staff/export.sql.ts': ['{ id: string }', "ExportRow['own']"],
  'domains/paper/server/draw.sql.ts': ['AdmittedQuestion'],
  'domains/question/server/drawing/draw.sql.ts': ['AdmittedQuestion'],
  'domains/result/server/results.sql.ts': ['ExportRow'],
  'domains/usergroup/server/member.sql.ts': ['Member & { isReadable: boolean }'],
}
/** Where rows are held to their schemas. */
const reader = 'kit/server/database/rows.ts'

const isForTests = (file: string) =>
  /\.test\.ts$|-arrange\.ts$|-world\.ts$|\/factories\.ts$|\/made-questions\.ts$|\/testing(\/|\.ts$)|\/gauntlet\//.test(file)
const files = globSync(['domains/*/server/**/*.ts', 'kit/server/**/*.ts', 'apps/server/**/*.ts'], { cwd: root }).filter(
  (file) => !isForTests(file) && file !== reader,
)

const isUnread = ({ parent }: ts.Node) => ts.isAwaitExpression(parent) && ts.isExpressionStatement(parent.parent)
const isOfExpression = (type: ts.TypeNode): boolean =>
  ts.isUnionTypeNode(type)
    ? type.types.every(isOfExpression)
    : ts.isArrayTypeNode(type)
      ? isOfExpression(type.elementType)
      : ts.isLiteralTypeNode(type) || /^(string|number|boolean|Date|SqlBool)$/.test(type.getText())

let statements = 0
const wrong = files.flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const at = (position: number) => `${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /^(sql|\w+Of|\w+One|hasRows)\b/.test(node.tag.getText())) statements++
    const isExecuted = ts.isCallExpression(node) && /\.execute$/.test(node.expression.getText()) && node.arguments.length === 1
    if (isExecuted && !isUnread(node))
      found.push(`${at(node.getStart())} reads rows without a schema: take rowsOf, findOne, oneOf …`)
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql')
      for (const type of node.typeArguments ?? [])
        if (!isOfExpression(type) && !sources[file]?.includes(type.getText()))
          found.push(`${at(node.getStart())} says sql<${type.getText()}>: the database never promised it`)
    for (const { position, text } of bareCodesAt(node))
      found.push(
        `${at(position)} has a bare code: ${text.replaceAll(/\s+/g, ' ')}. Write its name, state = \${lit(someState.open)}`,
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
})
for (const line of wrong) console.error(line)
if (statements < 400) console.error(`only ${statements} statements seen: the pattern no longer finds them`)
if (wrong.length > 0 || statements < 400) process.exit(1)
console.log(`${statements} statements, each read with its schema or not at all, no bare codes`)
