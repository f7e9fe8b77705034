import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { managedBy, type RoomName, rooms } from './rooms.ts'
import { root } from './run.ts'
import { readPastDoors } from './table-fences.left.ts'

// What a room's SQL may name, in its server and in its functions: its own tables, the kit's, and what a room below it offers as a door.

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
  'platform.used',
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
  'exam.kept_days',
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
/** By triggers a room hears of rows that it does not read. */
const withoutTriggers = (source: string) => source.replace(/^create or replace trigger [\s\S]*?;$/gm, '')

/** Tables and views that a text of code or SQL names. */
export function relationsIn(source: string): Set<string> {
  const found = [...withoutTriggers(withoutComments(source)).matchAll(/\b([a-z]+\.[a-z_]+)\b(?!\()/g)].map(
    ([, name = '']) => name,
  )
  return new Set(found.filter((name) => names.has(name)))
}

/** What a room's server and its SQL functions name, with the first file that does. */
function namedBy(room: RoomName): Map<string, string> {
  const files = globSync([`domains/${room}/server/**/*.ts`, `db/functions/${room}/*.sql`], { cwd: root })
  const named = new Map<string, string>()
  for (const file of files.filter((one) => !isForTests(one)))
    for (const name of relationsIn(readFileSync(join(root, file), 'utf8'))) if (!named.has(name)) named.set(name, file)
  return named
}

const heights = new Map<string, number>(rooms.map(({ name }, height) => [name, height]))
const heightOf = (room: string) => heights.get(room) ?? 0

/** Why a room's SQL may not name it; undefined where it may. */
export function refusalOf(room: RoomName, relation: string): string | undefined {
  const owner = relation.split('.')[0] ?? ''
  if (owner === room || owner === 'kit' || managedBy[relation] === room) return undefined
  if (heightOf(owner) > heightOf(room)) return 'a room above: declare what you ask, and let that room say how it is found'
  return doors.includes(relation) ? undefined : 'read a door of the room that owns it, or ask its functions'
}

/** Every fence that is crossed, in words. */
export function tableFences(): string[] {
  const closed = doors.filter((door) => !views.has(door)).map((door) => `${door} is no view: a door has to be one`)
  const crossed = rooms.flatMap(({ name: room }) => {
    const left = readPastDoors[room] ?? []
    const others = [...namedBy(room)].flatMap(([name, file]) => {
      const refusal = refusalOf(room, name)
      return refusal === undefined ? [] : [{ name, said: `${file} names ${name}: ${refusal}` }]
    })
    const strays = others.filter(({ name }) => !left.includes(name))
    const over = left.filter((name) => !others.some((other) => other.name === name))
    return [
      ...strays.map(({ said }) => said),
      ...over.map((name) => `room ${room} no longer reads ${name}: take it out of tools/table-fences.left.ts`),
    ]
  })
  return [...closed, ...crossed]
}

/** Without tables in sight everything would pass. */
export const tablesSeen = names.size
