import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { managedBy, type RoomName, rooms } from './rooms.ts'
import { root } from './run.ts'
import { readPastDoors } from './table-fences.left.ts'

// What a room's SQL may name, in its server and in its functions: its own tables and functions, the kit's, and what a room below it offers as a door.

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

/** Functions in the database that rooms offer to those above: what one statement of theirs has to ask within itself. */
const functionDoors: readonly string[] = [
  'identity.grants_of',
  'platform.is_closed',
  'platform.pieces_of',
  'org.heads_of',
  'sitting.addresses_of',
  'sitting.attempts_of',
  'sitting.list_absences',
  'sitting.lock_attempt',
  'sitting.telling_of',
  'sitting.watch_changes',
  'sitting.watch_list',
  'exam.candidates_of',
  'exam.own_times',
  'exam.under_way',
]

const declared = /^create (table|view) ([a-z]+\.[a-z_]+) /gm
const relations = [...readFileSync(join(root, 'db', 'schema.sql'), 'utf8').matchAll(declared)].map(([, kind, name = '']) => ({
  kind,
  name,
}))
const names = new Set(relations.map(({ name }) => name))
const views = new Set(relations.flatMap(({ kind, name }) => (kind === 'view' ? [name] : [])))

const made = /^create or replace function ([a-z]+\.[a-z_]+)/gm
const functions = new Set(
  globSync('db/functions/*/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(made)].map(([, name = '']) => name),
  ),
)

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

/** Functions of the database that a text of code or SQL calls. */
export function functionsIn(source: string): Set<string> {
  const found = [...withoutTriggers(withoutComments(source)).matchAll(/(?<!\bfunction )\b([a-z]+\.[a-z_]+)\(/g)].map(
    ([, name = '']) => name,
  )
  return new Set(found.filter((name) => functions.has(name)))
}

/** What a room's server and its SQL functions name, with the first file that does. */
function namedBy(room: RoomName): Map<string, string> {
  const files = globSync([`domains/${room}/server/**/*.ts`, `db/functions/${room}/*.sql`], { cwd: root })
  const named = new Map<string, string>()
  for (const file of files.filter((one) => !isForTests(one)))
    for (const name of namesIn(readFileSync(join(root, file), 'utf8'))) if (!named.has(name)) named.set(name, file)
  return named
}

const namesIn = (source: string) => [...relationsIn(source), ...functionsIn(source)]

const heights = new Map<string, number>(rooms.map(({ name }, height) => [name, height]))
const heightOf = (room: string) => heights.get(room) ?? 0

/** Why a room's SQL may not name it, a table, view or function; undefined where it may. */
export function refusalOf(room: RoomName, relation: string): string | undefined {
  const owner = relation.split('.')[0] ?? ''
  if (owner === room || owner === 'kit' || managedBy[relation] === room) return undefined
  if (heightOf(owner) > heightOf(room)) return 'a room above: declare what you ask, and let that room say how it is found'
  return doors.includes(relation) || functionDoors.includes(relation)
    ? undefined
    : 'read a door of the room that owns it, or ask its functions'
}

/** Every fence that is crossed, in words. */
export function tableFences(): string[] {
  const closed = [
    ...doors.filter((door) => !views.has(door)).map((door) => `${door} is no view: a door has to be one`),
    ...functionDoors
      .filter((door) => !functions.has(door))
      .map((door) => `${door} is no function any more: take it off the list`),
  ]
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
