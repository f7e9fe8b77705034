import { randomUUID } from 'node:crypto'
import { candidatesNotice, examManage, examMenus } from '@kaopei/exam/contract/menus'
import { assignRole, createAccounts, createAdminRole, createRole } from '@kaopei/identity/server'
import { testMarkingMenu } from '@kaopei/marking/contract/menus'
import { createCompany } from '@kaopei/platform/server'
import { examinationHall, markCheating } from '@kaopei/proctoring/contract/menus'
import { bankMenu, questionMenu } from '@kaopei/question/contract/menus'
import { resultMenus } from '@kaopei/result/contract/menus'
import { type Db, inTransaction } from '@kaopei/server'
import type pg from 'pg'
import { randomPassword } from './password.ts'
import { type DemoPerson, demoDepartments, demoPeople } from './people.ts'
import { insertDemoRoles } from './roles.ts'

export interface DemoAccount {
  readonly role: string
  readonly account: string
  readonly password: string
  readonly tenantDomain: string
}

export interface DemoStaff extends DemoPerson {
  readonly id: string
}

export interface DemoCompany {
  readonly id: string
  readonly staff: readonly DemoStaff[]
  readonly admin: DemoStaff
  readonly marker: DemoStaff
  /** Confirms verdicts and decides appeals. */
  readonly reviewer: DemoStaff
  readonly candidates: readonly DemoStaff[]
  readonly accounts: readonly DemoAccount[]
}

/** At the head of a department with others below it, which no other person is. */
const managerAt = 20
const demoManager = { name: '制造主管', loginAccount: 'manager', departmentPath: `${demoDepartments.name}/制造中心` }

/** Who watches its exam rooms; the first of them has a known password. */
const invigilatorsFrom = 40
const invigilatorCount = 4

/** Somebody besides who proposes a verdict and who confirms it: an appeal needs a third. Sits in no exam of the demo. */
const reviewerAt = 240

/** The demo company with its tree, some 300 people and the accounts that open its doors. `finalDomain` is where people will log in. */
export async function makeDemoCompany(owner: pg.Pool, app: pg.Pool, domain: string, finalDomain: string): Promise<DemoCompany> {
  const companyId = await createCompany(owner, { domain, name: demoDepartments.name })
  const [admin, organiser, marker, ...rest] = demoPeople(300).map((person) => ({ ...person, id: randomUUID() }))
  if (!admin || !organiser || !marker) throw new Error('the demo company needs people')
  const named: DemoStaff[] = [
    { ...admin, name: '系统管理员', loginAccount: 'admin' },
    { ...organiser, name: '考务专员', loginAccount: 'organiser' },
    { ...marker, name: '阅卷老师', loginAccount: 'marker' },
    ...rest.map((person, index) => (index < 3 ? { ...person, loginAccount: `candidate${index + 1}` } : person)),
  ].map((person, index) => ({
    ...person,
    ...(index === managerAt && demoManager),
    ...(index === invigilatorsFrom && { loginAccount: 'invigilator' }),
    ...(index === reviewerAt && { name: '监考复核员', loginAccount: 'reviewer' }),
  }))
  const [first, second, third, ...others] = named
  const [manager, invigilator, reviewer] = [named[managerAt], named[invigilatorsFrom], named[reviewerAt]]
  if (!first || !second || !third || !manager || !invigilator || !reviewer) throw new Error('the demo company needs people')
  const candidates = others.slice(0, 3)
  const doors = [
    { role: '企业管理员', staff: first },
    { role: '考务专员', staff: second },
    { role: '阅卷老师', staff: third },
    { role: '部门主管', staff: manager },
    { role: '监考老师', staff: invigilator },
    { role: '监考复核员', staff: reviewer },
    ...candidates.map((staff) => ({ role: '考生', staff })),
  ].map((door) => ({ ...door, password: randomPassword() }))
  await inTransaction(app, companyId, async (db) => {
    const idOf = await insertPeople(owner, companyId, named)
    await createAccounts(db, accountsOf(named, doors))
    await assignRole(db, await createAdminRole(db), [first.id])
    await assignRole(db, await organiserRole(db), [second.id])
    await assignRole(db, await markerRole(db), [third.id])
    await insertDemoRoles(db, {
      manager,
      personnel: named.slice(30, 32),
      invigilators: named.slice(invigilatorsFrom, invigilatorsFrom + invigilatorCount),
      reviewer,
      leaders: named.slice(32, 38),
      trainers: named.slice(38, 40),
      trainedDepartmentIds: ['一车间', '二车间'].flatMap((name) => idOf.get(`${demoManager.departmentPath}/${name}`) ?? []),
    })
  })
  const accounts = doors.map(({ role, staff, password }) => ({
    role,
    account: staff.loginAccount,
    password,
    tenantDomain: finalDomain,
  }))
  return { id: companyId, staff: named, admin: first, marker: third, reviewer, candidates, accounts }
}

function accountsOf(staff: readonly DemoStaff[], doors: readonly { staff: DemoStaff; password: string }[]) {
  const passwords = new Map(doors.map((door) => [door.staff.id, door.password]))
  return staff.map(({ id, loginAccount }) => {
    const password = passwords.get(id)
    return { id, loginAccount, ...(password !== undefined && { password, mustChangePassword: false }) }
  })
}

const organiserRole = (db: Db) =>
  createRole(db, {
    name: '考务专员',
    descript: '维护题库与试题，组织考试，监考与审核，查看结果',
    menus: [bankMenu, questionMenu, ...examMenus, ...resultMenus, examinationHall, markCheating].map((menu) => ({ menu })),
    rights: [
      bankMenu.rights.edit,
      questionMenu.rights.edit,
      questionMenu.rights.import,
      examManage.rights.add,
      examManage.rights.edit,
      examManage.rights.publish,
      examManage.rights.results,
      examManage.rights.export,
      ...organiserOnExamDay,
    ],
  })

const { tell, pause, extend, force, incident, move, endExam, live, trial, rehearse } = examinationHall.rights
const { look, replay, mark, judge, compare, pack } = markCheating.rights

/** Everything of the hall; of reviews not the company's rules, nor what somebody else is to decide. */
const organiserOnExamDay = [
  ...[examManage.rights.checkIn, candidatesNotice.rights.announce, candidatesNotice.rights.exempt],
  ...[tell, pause, extend, force, incident, move, endExam, live, trial, rehearse],
  ...[look, replay, mark, judge, compare, pack],
]

const markerRole = (db: Db) =>
  createRole(db, { name: '阅卷老师', descript: '批阅分配给自己的答卷', menus: [{ menu: testMarkingMenu }] })

/** Answers the departments' ids by their full names. */
async function insertPeople(
  owner: pg.Pool,
  companyId: string,
  staff: readonly DemoStaff[],
): Promise<ReadonlyMap<string, string>> {
  const departments = departmentRows()
  await owner.query(
    `insert into org.department (company_id, id, parent_id, name, path, sort)
     select $1, d.id, d."parentId", d.name, d.path, d.sort
     from jsonb_to_recordset($2::jsonb) as d(id uuid, "parentId" uuid, name text, path text, sort integer)`,
    [companyId, JSON.stringify(departments)],
  )
  const idOf = new Map(departments.map((department) => [department.fullName, department.id]))
  const rows = staff.map((person, index) => ({
    ...person,
    departmentId: idOf.get(person.departmentPath),
    gender: (index % 2) + 1,
    entryDate: `20${15 + (index % 10)}-0${1 + (index % 9)}-15`,
  }))
  await owner.query(
    `insert into org.staff (company_id, id, name, job_number, login_account, phone, email, gender, department_id, entry_date)
     select $1, s.id, s.name, s."jobNumber", s."loginAccount", s.phone, s.email, s.gender, s."departmentId", s."entryDate"
     from jsonb_to_recordset($2::jsonb) as s(id uuid, name text, "jobNumber" text, "loginAccount" text, phone text, email text,
       gender smallint, "departmentId" uuid, "entryDate" date)`,
    [companyId, JSON.stringify(rows)],
  )
  await owner.query(
    `insert into org.staff_department (company_id, staff_id, department_id, since)
     select company_id, id, department_id, entry_date from org.staff where company_id = $1`,
    [companyId],
  )
  return idOf
}

interface DepartmentRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly fullName: string
  readonly path: string
  readonly sort: number
}

function departmentRows(): DepartmentRow[] {
  const rows: DepartmentRow[] = []
  const walk = (branch: typeof demoDepartments, above: DepartmentRow | undefined, sort: number): void => {
    const id = randomUUID()
    const row = {
      id,
      parentId: above?.id ?? null,
      name: branch.name,
      fullName: above ? `${above.fullName}/${branch.name}` : branch.name,
      path: `${above?.path ?? '/'}${id}/`,
      sort,
    }
    rows.push(row)
    for (const [index, child] of (branch.children ?? []).entries()) walk(child, row, index)
  }
  walk(demoDepartments, undefined, 0)
  return rows
}
