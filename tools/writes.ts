import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { managedBy } from './rooms.ts'
import { root } from './run.ts'

// Rooms read anywhere and write at home: one schema for each room, so who may break a table's rules is found in one folder.

const written = /(?:insert into|update|delete from|merge into|insertInto\('|updateTable\('|deleteFrom\(')\s*([a-z]+\.[a-z_]+)/g

const writes = globSync('domains/*/server/**/*.sql.ts', { cwd: root }).flatMap((file) => {
  const room = file.split('/')[1] ?? ''
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(written)].map(([, table = '']) => ({ file, room, table }))
})
const strays = writes.filter(({ room, table }) => table.split('.')[0] !== room && managedBy[table] !== room)
for (const { file, table } of strays) console.error(`${file} writes ${table}: the room that owns the table must do it`)
if (writes.length < 100) console.error(`only ${writes.length} writes seen: the pattern no longer finds them`)
if (strays.length > 0 || writes.length < 100) process.exit(1)
console.log(`${writes.length} writes, each at home`)
