import { dataScopesOf } from '@kaopei/identity/server'
import { expect, test } from 'vitest'
import { explainStep } from '../../contract/explain.ts'
import { type AccessRules, explain, type HeldRole, type RecordFacts } from './explain.ts'

const person = { id: 'me', name: '张三', isEnabled: true, departmentId: 'dev', departmentName: '研发部' }
const menu = { name: 'm', title: '花名册', isInPackage: true, isEverybodys: false, hasScope: true }
const departmentNames = new Map([
  ['dev', '研发部'],
  ['sales', '销售部'],
])
const held = (scope: number, wish: Partial<HeldRole> = {}, departmentIds: string[] = []): HeldRole => ({
  id: `role${scope}`,
  name: `角色${scope}`,
  code: null,
  isDirect: true,
  groupNames: [],
  menus: [{ menu: 'm', scope, departmentIds }],
  rights: [],
  ...wish,
})
const rules = (roles: HeldRole[], wish: Partial<AccessRules> = {}): AccessRules => ({
  person,
  roles,
  menu,
  departmentNames,
  ...wish,
})
const record = (staffId: string | null, ...lines: string[][]): RecordFacts => ({
  label: '人员“李四”',
  staffId,
  departments: lines.map((line) => ({ id: line.at(-1) ?? '', line })),
})
const inTeam = record('other', ['hq', 'dev', 'team'])
const inSales = record('other', ['hq', 'sales'])
const open = { right: null, record: null }
const last = (rulesOf: AccessRules, question: Parameters<typeof explain>[1]) => {
  const { allowed, because } = explain(rulesOf, question)
  return [allowed, because.at(-1)?.step, because.at(-1)?.text]
}

test.each([
  ['a disabled account', rules([held(1)], { person: { ...person, isEnabled: false } }), open, explainStep.account],
  ['a menu outside the package', rules([held(1)], { menu: { ...menu, isInPackage: false } }), open, explainStep.package],
  ['nobody’s role', rules([]), open, explainStep.role],
  ['roles without the menu', rules([held(1, { menus: [] })]), open, explainStep.menu],
  ['a button that no role has', rules([held(1)]), { right: { code: 'm:add', label: '新增' }, record: null }, explainStep.right],
  ['a scope without any department', rules([held(4)], { person: { ...person, departmentId: null } }), open, explainStep.scope],
  ['a row of elsewhere', rules([held(4)]), { right: null, record: inSales }, explainStep.row],
])('%s is where the way ends', (_name, given, question, step) => {
  const { allowed, because } = explain(given, question)
  expect([allowed, because.at(-1)?.step, because.at(-1)?.isMet]).toEqual([false, step, false])
  expect(because.slice(0, -1).every(({ isMet }) => isMet)).toBe(true)
})

test.each([
  [held(1), inSales, true],
  [held(2, {}, ['sales']), inSales, true],
  [held(2, {}, ['dev']), inTeam, false],
  [held(3), inTeam, false],
  [held(3), record('other', ['hq', 'dev']), true],
  [held(4), inTeam, true],
  [held(5), inTeam, false],
  [held(5), record('me', ['hq', 'sales']), true],
  // Somebody with a department beside the main one is seen by either.
  [held(4), record('other', ['hq', 'sales'], ['hq', 'dev', 'team']), true],
])('a row is seen by %o or not', (role, row, allowed) => {
  expect(explain(rules([role]), { right: null, record: row }).allowed).toBe(allowed)
})

test('each role says what it adds; roles add up; ways through groups are named', () => {
  const through = held(2, { isDirect: false, groupNames: ['安全员'] }, ['sales'])
  const { allowed, because } = explain(rules([held(3), through]), { right: null, record: inSales })
  expect(allowed).toBe(true)
  const linesOf = (step: number) => because.find((reason) => reason.step === step)?.roles.map(({ text }) => text)
  expect(linesOf(explainStep.role)).toEqual(['直接添加', '用户组“安全员”'])
  expect(linesOf(explainStep.scope)).toEqual(['本部门（研发部）', '指定部门：销售部'])
  expect(linesOf(explainStep.row)).toEqual(['范围不包含人员“李四”', '范围包含人员“李四”'])
})

test('an administrator sees everything of the package; what everybody has needs no role', () => {
  const admin = held(5, { code: 'admin', name: '企业管理员', menus: [] })
  expect(last(rules([admin]), { right: { code: 'm:add', label: '新增' }, record: inSales })).toEqual([
    true,
    explainStep.row,
    '可以看到人员“李四”',
  ])
  expect(explain(rules([], { menu: { ...menu, isEverybodys: true } }), open).allowed).toBe(true)
})

/** The same rules as sessions get them: explanation and enforcement must never differ. */
function isSeenBySession(roles: HeldRole[], departmentId: string | null, row: RecordFacts): boolean {
  const scope = dataScopesOf(
    roles.flatMap((role) => role.menus),
    { staffId: person.id, departmentId },
  ).get('m')
  if (!scope) return false
  if (scope.kind === 'all') return true
  return (
    row.staffId === scope.ownStaffId ||
    row.departments.some(
      ({ id, line }) => scope.departmentIds.includes(id) || line.some((above) => scope.subtreeIds.includes(above)),
    )
  )
}

test('what is explained is what the server does, for every pair of scopes, department and row', () => {
  const rows = [inTeam, inSales, record('me', ['hq']), record('other'), record('other', ['hq'], ['hq', 'dev'])]
  const grants = [1, 2, 3, 4, 5].flatMap((scope) =>
    scope === 2 ? [held(2, {}, ['team']), held(2, {}, ['sales', 'dev'])] : [held(scope)],
  )
  for (const departmentId of ['dev', 'hq', null]) {
    for (const first of grants) {
      for (const second of [...grants, held(1, { menus: [] })]) {
        for (const row of rows) {
          const roles = [first, second]
          const own = { ...person, departmentId }
          const explained = explain(rules(roles, { person: own }), { right: null, record: row }).allowed
          expect(explained, JSON.stringify([departmentId, roles, row])).toBe(isSeenBySession(roles, departmentId, row))
        }
      }
    }
  }
})
