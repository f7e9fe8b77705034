import { createAccounts, type Strength } from '@kaopei/identity/server'
import { type DataScope, type Db, type Fail, Pace } from '@kaopei/server'
import { staffErrors } from '../../contract/errors.ts'
import type { NoSeat } from '../departments/headcount.ts'
import { insertDepartments, lockTree } from '../departments/tree.sql.ts'
import { newId } from '../new-id.ts'
import { setLabelsOfMany } from '../posts/ranks-and-labels.sql.ts'
import { reachPosts } from '../posts/tree.sql.ts'
import { KnownPeople } from '../rules/judge-import-row.ts'
import type { OwnAnswer } from '../rules/own-fields.ts'
import { staffInScope } from '../sight/scope.sql.ts'
import { insertStaff } from '../staff/change.sql.ts'
import { followMemberships } from '../staff/membership.sql.ts'
import { type OwnValues, ownFields } from '../staff/own-fields.ts'
import { type Placed, placeRows } from './place.ts'
import { type CheckedFile, type Row, tellerOf } from './read.ts'
import { type ImportCounts, lockImports, overwriteStaff, selectKnown } from './rows.sql.ts'
import { gainingRows, untouchable } from './strength.ts'

export interface ImportWish {
  readonly companyId: string
  readonly scope: DataScope
  /** Whoever imports. */
  readonly by: Strength
  /** Departments of the file that do not exist are made. */
  readonly createDepartments: boolean
  /** What becomes of rows whose account exists with other content: a mistake, left out, or written over the person. */
  readonly conflicts: 'refuse' | 'skip' | 'overwrite'
  /** One mistake, and nothing is imported. */
  readonly isAllOrNothing: boolean
  readonly now: Date
  readonly fail: Fail<NoSeat>
}

export interface Overwriting extends Placed {
  readonly staffId: string
}

/** What the rows of a file, or of a part of it, are to the people who are here. Every row is in one of the first five. */
export interface JudgedRows {
  readonly fresh: readonly Placed[]
  readonly same: number
  readonly overwritable: readonly Overwriting[]
  /** Contradict somebody whom they cannot replace. */
  readonly refused: ReadonlyMap<number, readonly string[]>
  /** Wrong in themselves, within the file, or by their department. */
  readonly errors: ReadonlyMap<number, readonly string[]>
  readonly overwritableMessages: ReadonlyMap<number, readonly string[]>
  readonly newDepartments: Parameters<typeof insertDepartments>[1]
}

/** Reads only. Without `createDepartments` an unknown department is a mistake of the row. */
export async function judgeRows(
  db: Db,
  rows: readonly Row[],
  wrong: CheckedFile['problems'],
  wish: ImportWish,
): Promise<JudgedRows> {
  const errors = new Map<number, string[]>()
  // A hundred thousand rows are work for a second: others come in between.
  const pace = new Pace()
  for (const { rowNumber } of rows) {
    await pace.breathe()
    const own = wrong.get(rowNumber)
    if (own) errors.set(rowNumber, [...own])
  }
  const { placed, plan } = await placeRows(db, rows, wish, { problems: errors, tell: tellerOf(errors) })
  const right = placed.filter(({ rowNumber }) => !errors.has(rowNumber))
  const known = await selectKnown(db, {
    loginKeys: right.map(({ person }) => person.loginAccount.toLowerCase()),
    phones: right.map(({ person }) => person.phone),
    emailKeys: right.flatMap(({ person }) => person.email?.toLowerCase() ?? []),
    jobNumbers: right.flatMap(({ person }) => person.jobNumber ?? []),
    fieldIds: [...new Set(right.flatMap(({ person }) => (person.own ?? []).map(({ field }) => field.id)))],
  })
  const people = new KnownPeople(known)
  const mine = new Set(
    known.length === 0
      ? []
      : await staffInScope(
          db,
          wish.scope,
          known.map(({ id }) => id),
        ),
  )
  const fresh: Placed[] = []
  const others: Overwriting[] = []
  const overwritableMessages = new Map<number, readonly string[]>()
  const refused = new Map<number, readonly string[]>()
  let same = 0
  for (const row of right) {
    await pace.breathe()
    const verdict = people.judge(row.person, row.departmentId)
    if (verdict.kind === 'new') fresh.push(row)
    else if (verdict.kind === 'same') same += 1
    else if (verdict.staffId !== null && mine.has(verdict.staffId)) {
      others.push({ ...row, staffId: verdict.staffId })
      overwritableMessages.set(row.rowNumber, verdict.messages)
    } else refused.set(row.rowNumber, verdict.messages)
  }
  const kept = await untouchable(db, wish.by, others)
  for (const { staffId, rowNumber } of others) {
    const why = kept.get(staffId)
    if (why === undefined) continue
    overwritableMessages.delete(rowNumber)
    refused.set(rowNumber, [why])
  }
  const overwritable = others.filter(({ staffId }) => !kept.has(staffId))
  const judged = { fresh, same, overwritable, overwritableMessages, refused, errors, newDepartments: plan.planned }
  const write = async () => (await writeRows(db, judged, { ...wish, conflicts: 'overwrite' })).rowOf
  return withoutGaining(judged, await gainingRows(db, wish.by, write))
}

/** Whom the file would give, by the rule of a group, what the importer does not have, stays out or as they are. */
function withoutGaining(judged: JudgedRows, gaining: ReadonlySet<number>): JudgedRows {
  if (gaining.size === 0) return judged
  const stays = ({ rowNumber }: { rowNumber: number }) => !gaining.has(rowNumber)
  const refused = [...gaining].map((rowNumber): [number, readonly string[]] => [rowNumber, [staffErrors.growing.text]])
  return {
    ...judged,
    fresh: judged.fresh.filter(stays),
    overwritable: judged.overwritable.filter(stays),
    overwritableMessages: new Map([...judged.overwritableMessages].filter(([rowNumber]) => !gaining.has(rowNumber))),
    refused: new Map([...judged.refused, ...refused]),
  }
}

/** What stands in the way of importing everything, by row number. */
export function faultsOf(
  judged: JudgedRows,
  { conflicts }: Pick<ImportWish, 'conflicts'>,
): ReadonlyMap<number, readonly string[]> {
  if (conflicts === 'skip') return judged.errors
  if (conflicts === 'overwrite') return new Map([...judged.errors, ...judged.refused])
  return new Map([...judged.errors, ...judged.refused, ...judged.overwritableMessages])
}

export const nothingDone: ImportCounts = {
  createdCount: 0,
  updatedCount: 0,
  sameCount: 0,
  skippedCount: 0,
  createdDepartmentCount: 0,
}

/** Imports of a company take turns from here to the end of the transaction: the second sees what the first has made. */
export async function takeImportTurn(db: Db, { createDepartments }: ImportWish): Promise<void> {
  await lockImports(db)
  if (createDepartments) await lockTree(db)
}

/** Writes what was judged in the same turn. Nobody gets a password here. */
export async function writeJudged(db: Db, judged: JudgedRows, wish: ImportWish): Promise<ImportCounts> {
  return (await writeRows(db, judged, wish)).counts
}

/** `rowOf`: the row of each person that was written. */
async function writeRows(db: Db, judged: JudgedRows, wish: ImportWish) {
  const { conflicts, now } = wish
  const { fresh, overwritable, refused, newDepartments } = judged
  const changed = conflicts === 'overwrite' ? overwritable : []
  await insertDepartments(db, newDepartments)
  const posts = await reachPosts(db, new Set([...fresh, ...changed].flatMap(({ person }) => person.post ?? [])))
  const fieldsOf = ({ person, departmentId, rankId, labelIds }: Placed) => {
    const { departmentNames: _names, post, rank: _rank, labels: _labels, own: _own, ...fields } = person
    return { ...fields, departmentId, rankId, labelIds, postId: post === null ? null : (posts.get(post) ?? null) }
  }
  const made = fresh.map((row) => ({ ...fieldsOf(row), id: newId(), staffSource: 1 }))
  if (made.length > 0) {
    await insertStaff(db, made, { now, fail: wish.fail })
    await createAccounts(db, made)
    await setLabelsOfMany(db, made)
  }
  if (changed.length > 0) {
    const people = changed.map((row) => ({ ...fieldsOf(row), id: row.staffId }))
    await overwriteStaff(db, people, now)
    await setLabelsOfMany(db, people)
    await followMemberships(
      db,
      changed.map(({ staffId }) => staffId),
      now,
    )
  }
  const ids = [...made.map(({ id }) => id), ...changed.map(({ staffId }) => staffId)]
  const said = [...fresh, ...changed].flatMap(({ person: { own } }, index) => (own ? [ownOf(ids[index] ?? '', own)] : []))
  if (said.length > 0) await ownFields.save(db, said, now)
  const counts: ImportCounts = {
    createdCount: made.length,
    updatedCount: changed.length,
    sameCount: judged.same,
    skippedCount: conflicts === 'skip' ? overwritable.length + refused.size : 0,
    createdDepartmentCount: newDepartments.length,
  }
  return { counts, rowOf: new Map([...fresh, ...changed].map(({ rowNumber }, index) => [ids[index] ?? '', rowNumber])) }
}

function ownOf(staffId: string, answers: readonly OwnAnswer[]): OwnValues {
  return { staffId, fieldIds: answers.map(({ field }) => field.id), values: answers.map(({ value }) => value) }
}
