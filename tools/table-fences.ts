import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { managedBy, type RoomName, rooms } from './rooms.ts'
import { root } from './run.ts'
import { readPastDoors } from './table-fences.left.ts'

// What a room's SQL may name: its own tables, the kit's, and what another room offers as a door.

/** Views that rooms offer to the others. They run under the policies of whoever asks. */
const doors: readonly string[] = [
  'org.person',
  'org.person_department',
  'org.person_label',
  'org.department_tree',
  'org.post_name',
  'org.rank_name',
  'org.label_name',
  'identity.company_card',
  'identity.company_terms',
  'identity.account_state',
  'identity.held_role',
  'identity.group_role',
  'files.object_card',
  'files.storage_used',
  'platform.agreement',
  'platform.use',
  'share.token_card',
  'usergroup.member',
  'usergroup.group_card',
  'question.card',
  'question.version_content',
  'question.version_rule',
  'instructor.card',
  'paper.listed_question',
  'sitting.standing',
  'sitting.standing_change',
  'sitting.response',
  'sitting.judgement',
  'exam.listed',
  'exam.exam_card',
  'exam.candidate_card',
]

const declared = /^create (table|view) ([a-z]+\.[a-z_]+) /gm
const relations = [...readFileSync(join(root, 'db', 'schema.sql'), 'utf8').matchAll(declared)].map(([, kind, name = '']) => ({
  kind,
  name,
}))
const names = new Set(relations.map(({ name }) => name))
const views = new Set(relations.flatMap(({ kind, name }) => (kind === 'view' ? [name] : [])))

/** Arrangements of tests put rows where they need them. */
const isForTests = (file: string) =>
  /\.test\.ts$|-arrange\.ts$|-world\.ts$|\/factories\.ts$|\/made-questions\.ts$|\/testing(\/|\.ts$)/.test(file)
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')

/** Tables and views that a room's server names, with the first file that does. */
function namedBy(room: RoomName): Map<string, string> {
  const named = new Map<string, string>()
  for (const file of globSync(`domains/${room}/server/**/*.ts`, { cwd: root }).filter((one) => !isForTests(one))) {
    const source = withoutComments(readFileSync(join(root, file), 'utf8'))
    for (const [, name = ''] of source.matchAll(/\b([a-z]+\.[a-z_]+)\b(?!\()/g))
      if (names.has(name) && !named.has(name)) named.set(name, file)
  }
  return named
}

/** Every fence that is crossed, in words. */
export function tableFences(): string[] {
  const closed = doors.filter((door) => !views.has(door)).map((door) => `${door} is no view: a door has to be one`)
  const crossed = rooms.flatMap(({ name: room }) => {
    const left: readonly string[] = readPastDoors[room]
    const others = [...namedBy(room)].filter(
      ([name]) => ![room, 'kit'].includes(name.split('.')[0] ?? '') && managedBy[name] !== room && !doors.includes(name),
    )
    const strays = others.filter(([name]) => !left.includes(name))
    const over = left.filter((name) => !others.some(([other]) => other === name))
    return [
      ...strays.map(([name, file]) => `${file} names ${name}: read a door of the room that owns it, or ask its functions`),
      ...over.map((name) => `room ${room} no longer reads ${name}: take it out of tools/table-fences.left.ts`),
    ]
  })
  return [...closed, ...crossed]
}

/** Without tables in sight everything would pass. */
export const tablesSeen = names.size
