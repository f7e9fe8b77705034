import { createAccounts } from '@kaopei/identity/server'
import type { DataScope, Db } from '@kaopei/server'
import { staffErrors } from '../contract/errors.ts'
import { coveredDepartments, insertDepartments, lockTree, selectTree } from './department.sql.ts'
import { newId } from './new-id.ts'
import { reachPosts } from './post.sql.ts'
import { checkImportRow, type ImportPerson } from './rules/check-import-row.ts'
import { DepartmentPlan } from './rules/plan-departments.ts'
import { tellRepeated } from './rules/repeated-in-file.ts'
import { allowsNewPhoneRanges, insertStaff } from './staff-change.sql.ts'
import { type KnownPerson, lockImports, selectKnown } from './staff-import.sql.ts'
import type { SheetPerson } from './staff-sheet.ts'

export interface ImportWish {
  readonly companyId: string
  readonly scope: DataScope
  readonly createDepartments: boolean
  readonly now: Date
  /** Told while people are written. */
  readonly progress?: (done: number) => void
  /** Throws when the work should stop. */
  readonly mayGoOn?: () => void
}

export interface ImportOutcome {
  readonly successCount: number
  readonly sameCount: number
  readonly createdDepartmentCount: number
  /** Problems by row number; when there is one, nothing was written. */
  readonly problems: ReadonlyMap<number, readonly string[]>
}

export interface Row {
  readonly rowNumber: number
  readonly person: ImportPerson
}

interface Placed extends Row {
  departmentId: string
}

const rowsAtOnce = 5000

/** A file as far as it can be judged by itself. Of right rows only what will be stored is held. */
export interface CheckedFile {
  readonly rows: readonly Row[]
  readonly problems: Map<number, string[]>
}

type Tell = (row: { readonly rowNumber: number }, problem: string) => void

function tellerOf(problems: Map<number, string[]>): Tell {
  return ({ rowNumber }, problem) => {
    const own = problems.get(rowNumber)
    if (own) own.push(problem)
    else problems.set(rowNumber, [problem])
  }
}

/** Checks every row for every problem, alone and against the other rows of the file. */
export async function checkFile(db: Db, companyId: string, people: AsyncIterable<SheetPerson>): Promise<CheckedFile> {
  const rule = { allowsNewPhoneRanges: await allowsNewPhoneRanges(db, companyId) }
  const problems = new Map<number, string[]>()
  const tell = tellerOf(problems)
  const rows: Row[] = []
  const keep = keeper()
  for await (const { rowNumber, cells } of people) {
    const checked = checkImportRow(cells, rule)
    for (const problem of checked.problems) tell({ rowNumber }, problem)
    rows.push({ rowNumber, person: keep(checked.person) })
  }
  tellRepeated(rows, tell)
  return { rows, problems }
}

/**
 * Copies what is held of a person. Texts that were cut out of a file hold on to the piece of the file they came from, ten times their size;
 * and a hundred thousand people share a few departments and posts.
 */
function keeper(): (person: ImportPerson) => ImportPerson {
  const paths = new Map<string, readonly string[]>()
  const shared = new Map<string, string>()
  const copy = (text: string) => Buffer.from(text).toString()
  const copyOr = (text: string | null) => (text === null ? null : copy(text))
  const share = (text: string | null) => {
    if (text === null) return null
    const known = shared.get(text) ?? copy(text)
    shared.set(known, known)
    return known
  }
  const sharePath = (names: readonly string[]) => {
    const key = names.join('/')
    const known = paths.get(key) ?? names.map(copy)
    paths.set(key, known)
    return known
  }
  return (person) => {
    const phone = copy(person.phone)
    return {
      ...person,
      phone,
      name: copy(person.name),
      departmentNames: sharePath(person.departmentNames),
      loginAccount: person.loginAccount === person.phone ? phone : copy(person.loginAccount),
      email: copyOr(person.email),
      jobNumber: copyOr(person.jobNumber),
      post: share(person.post),
      entryDate: share(person.entryDate),
    }
  }
}

/**
 * Checks a file against the people who are here, then writes all of it or nothing, in the caller's transaction. People who are here already, field by
 * field the same, are left alone, so importing a file twice changes nothing. Nobody gets a password here.
 */
export async function importPeople(db: Db, { rows, problems: found }: CheckedFile, wish: ImportWish): Promise<ImportOutcome> {
  const { companyId } = wish
  await lockImports(db, companyId)
  if (wish.createDepartments) await lockTree(db, companyId)
  const problems = new Map([...found].map(([rowNumber, own]) => [rowNumber, [...own]]))
  const tell = tellerOf(problems)
  const { placed, plan } = await placeRows(db, rows, wish, { problems, tell })
  const { fresh, sameCount } = await compareWithKnown(db, companyId, placed, tell)
  if (problems.size > 0) return { successCount: 0, sameCount: 0, createdDepartmentCount: 0, problems }
  await insertDepartments(db, companyId, plan.planned)
  await writePeople(db, fresh, wish)
  return { successCount: fresh.length, sameCount, createdDepartmentCount: plan.planned.length, problems }
}

/** Gives each row its department, planned where it does not exist yet, and refuses those outside the caller's data scope. */
async function placeRows(
  db: Db,
  rows: readonly Row[],
  { companyId, scope, createDepartments }: ImportWish,
  { problems, tell }: { problems: ReadonlyMap<number, readonly string[]>; tell: Tell },
): Promise<{ placed: Placed[]; plan: DepartmentPlan }> {
  const plan = new DepartmentPlan(await selectTree(db, companyId), newId)
  const placed: Placed[] = []
  for (const row of rows) {
    const { departmentNames } = row.person
    const isWrong = departmentNames.length === 0 || departmentNames.some((name) => name === '') || departmentNames.length > 20
    if (isWrong) continue
    // A row that goes back to its author plans nothing: its path may be the mistake.
    const isPlanning = createDepartments && !problems.has(row.rowNumber)
    const found = isPlanning ? plan.reach(departmentNames) : plan.find(departmentNames)
    if (found) placed.push({ ...row, departmentId: found.id })
    else if (!createDepartments) tell(row, `部门不存在：${departmentNames.join('/')}`)
  }
  await refuseOutOfScope(db, placed, plan, { companyId, scope, tell })
  return { placed, plan }
}

async function refuseOutOfScope(
  db: Db,
  placed: readonly Placed[],
  plan: DepartmentPlan,
  { companyId, scope, tell }: { companyId: string; scope: DataScope; tell: Tell },
): Promise<void> {
  if (scope.kind === 'all') return
  const standsUnder = (id: string) => plan.plannedOf(id)?.nearestId ?? (plan.plannedOf(id) ? null : id)
  const asked = new Set(placed.flatMap(({ departmentId }) => standsUnder(departmentId) ?? []))
  const covered = await coveredDepartments(db, companyId, scope, [...asked])
  // A new department belongs to the scope only below a department whose whole subtree does.
  const whole = await coveredDepartments(db, companyId, { ...scope, departmentIds: [] }, [...asked])
  for (const row of placed) {
    const id = standsUnder(row.departmentId)
    const allowed = plan.plannedOf(row.departmentId) ? whole : covered
    if (id === null || !allowed.has(id)) tell(row, '部门不在您的管理范围内')
  }
}

/** Finds out who is here already: the same person, or somebody else with a value that may exist only once. */
async function compareWithKnown(
  db: Db,
  companyId: string,
  placed: readonly Placed[],
  tell: Tell,
): Promise<{ fresh: Placed[]; sameCount: number }> {
  const known = await selectKnown(db, companyId, {
    loginKeys: placed.map(({ person }) => person.loginAccount.toLowerCase()),
    phones: placed.map(({ person }) => person.phone),
    emailKeys: placed.flatMap(({ person }) => person.email?.toLowerCase() ?? []),
    jobNumbers: placed.flatMap(({ person }) => person.jobNumber ?? []),
  })
  if (known.length === 0) return { fresh: [...placed], sameCount: 0 }
  const byLogin = new Map(known.map((person) => [person.loginKey, person]))
  const phones = new Set(known.map(({ phone }) => phone))
  const emails = new Set(known.map(({ emailKey }) => emailKey))
  const numbers = new Set(known.map(({ jobNumber }) => jobNumber))
  const fresh = placed.filter((row) => {
    const { person } = row
    const namesake = byLogin.get(person.loginAccount.toLowerCase())
    if (namesake && isSame(namesake, row)) return false
    if (namesake) tell(row, staffErrors.accountTaken.text)
    if (phones.has(person.phone)) tell(row, staffErrors.phoneTaken.text)
    if (person.email && emails.has(person.email.toLowerCase())) tell(row, staffErrors.emailTaken.text)
    if (person.jobNumber && numbers.has(person.jobNumber)) tell(row, staffErrors.jobNumberTaken.text)
    return true
  })
  return { fresh, sameCount: placed.length - fresh.length }
}

function isSame(known: KnownPerson, { person, departmentId }: Placed): boolean {
  return (
    known.name === person.name &&
    known.phone === person.phone &&
    known.emailKey === (person.email?.toLowerCase() ?? null) &&
    known.jobNumber === person.jobNumber &&
    known.departmentId === departmentId &&
    known.gender === person.gender &&
    known.post === person.post &&
    known.entryDate === person.entryDate
  )
}

async function writePeople(db: Db, rows: readonly Placed[], { companyId, now, progress, mayGoOn }: ImportWish): Promise<void> {
  const posts = await reachPosts(db, companyId, new Set(rows.flatMap(({ person }) => person.post ?? [])))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    mayGoOn?.()
    const part = rows.slice(start, start + rowsAtOnce).map(({ person, departmentId }) => {
      const { departmentNames: _names, post, ...fields } = person
      const postId = post === null ? null : (posts.get(post) ?? null)
      return { ...fields, id: newId(), departmentId, postId, rankId: null, staffSource: 1 }
    })
    await insertStaff(db, companyId, part, now)
    await createAccounts(db, companyId, part)
    progress?.(start + part.length)
  }
}
