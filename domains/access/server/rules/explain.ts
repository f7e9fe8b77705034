import { dataScope } from '@kaopei/identity/contract/role'
import type { MenuGrant } from '@kaopei/identity/server'
import { type ExplainReason, explainStep } from '../../contract/explain.ts'

export interface HeldRole {
  readonly id: string
  readonly name: string
  /** 'admin': everything of the company's package. */
  readonly code: string | null
  readonly isDirect: boolean
  /** The groups through which it is held. */
  readonly groupNames: readonly string[]
  readonly menus: readonly MenuGrant[]
  readonly rights: readonly string[]
}

/** Everything that decides about one person and one menu. */
export interface AccessRules {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly isEnabled: boolean
    readonly departmentId: string | null
    readonly departmentName: string | null
  }
  readonly roles: readonly HeldRole[]
  readonly menu: {
    readonly name: string
    readonly title: string
    readonly isInPackage: boolean
    /** Needs a login only. */
    readonly isEverybodys: boolean
    readonly hasScope: boolean
  }
  readonly departmentNames: ReadonlyMap<string, string>
}

/** One row: a person with all their departments, or a department. */
export interface RecordFacts {
  readonly label: string
  readonly staffId: string | null
  /** Each department as the line of ids from itself up to the root. */
  readonly departments: readonly { readonly id: string; readonly line: readonly string[] }[]
}

export interface Question {
  /** A button of the menu; null: opening the menu. */
  readonly right: { readonly code: string; readonly label: string } | null
  readonly record: RecordFacts | null
}

export interface Explanation {
  readonly allowed: boolean
  readonly because: readonly ExplainReason[]
}

/** The way from account to row, step by step, up to the first that fails: role → menu → button → scope → row. */
export function explain(rules: AccessRules, question: Question): Explanation {
  const because: ExplainReason[] = []
  for (const step of stepsOf(rules, question)) {
    because.push(step)
    if (!step.isMet) return { allowed: false, because }
  }
  return { allowed: true, because }
}

function* stepsOf(rules: AccessRules, { right, record }: Question): Generator<ExplainReason> {
  const { person, menu } = rules
  const admin = rules.roles.find((role) => role.code === 'admin' && role.isDirect)
  yield account(person)
  if (menu.isEverybodys) return yield said(explainStep.menu, true, `“${menu.title}”登录后人人可用，无需角色授权`)
  yield said(
    explainStep.package,
    menu.isInPackage,
    menu.isInPackage ? `企业套餐包含“${menu.title}”` : `企业套餐不包含“${menu.title}”，本企业任何人都不能使用`,
  )
  yield roles(rules)
  if (admin) {
    yield said(explainStep.menu, true, `“${admin.name}”拥有企业套餐内的全部菜单、按钮和数据`)
    if (record) yield said(explainStep.row, true, `可以看到${record.label}`)
    return
  }
  yield menuGranted(rules)
  if (right) yield rightGranted(rules, right)
  if (!menu.hasScope) return record ? yield said(explainStep.scope, true, `“${menu.title}”不区分数据范围`) : undefined
  yield scope(rules)
  if (record) yield row(rules, record)
}

const said = (step: ExplainReason['step'], isMet: boolean, text: string, lines: ExplainReason['roles'] = []): ExplainReason => ({
  step,
  isMet,
  text,
  roles: lines,
})

function account({ name, isEnabled }: AccessRules['person']): ExplainReason {
  return said(explainStep.account, isEnabled, isEnabled ? `${name}的账号可以登录` : `${name}的账号已停用、已移除或尚未开通`)
}

function roles({ person, roles: held }: AccessRules): ExplainReason {
  const lines = held.map(({ id, name, isDirect, groupNames }) => {
    const ways = [...(isDirect ? ['直接添加'] : []), ...groupNames.map((group) => `用户组“${group}”`)]
    return { id, name, isMet: true, text: ways.join('、') }
  })
  const text = held.length > 0 ? `${person.name}有 ${held.length} 个角色` : `${person.name}没有任何角色`
  return said(explainStep.role, held.length > 0, text, lines)
}

function menuGranted({ roles: held, menu }: AccessRules): ExplainReason {
  const lines = held.map(({ id, name, menus }) => {
    const isMet = menus.some((grant) => grant.menu === menu.name)
    return { id, name, isMet, text: isMet ? `已授权菜单“${menu.title}”` : `未授权菜单“${menu.title}”` }
  })
  const isMet = lines.some((line) => line.isMet)
  return said(explainStep.menu, isMet, isMet ? `有角色授权了菜单“${menu.title}”` : `没有角色授权菜单“${menu.title}”`, lines)
}

function rightGranted({ roles: held }: AccessRules, { code, label }: NonNullable<Question['right']>): ExplainReason {
  const lines = held.map(({ id, name, rights }) => {
    const isMet = rights.includes(code)
    return { id, name, isMet, text: isMet ? `已授权按钮“${label}”` : `未授权按钮“${label}”` }
  })
  const isMet = lines.some((line) => line.isMet)
  return said(explainStep.right, isMet, isMet ? `有角色授权了按钮“${label}”` : `没有角色授权按钮“${label}”`, lines)
}

const grantsOn = ({ roles: held, menu }: AccessRules) =>
  held.flatMap((role) => role.menus.filter((grant) => grant.menu === menu.name).map((grant) => ({ role, grant })))

function scope(rules: AccessRules): ExplainReason {
  const lines = grantsOn(rules).map(({ role, grant }) => ({
    id: role.id,
    name: role.name,
    isMet: grant.scope === dataScope.all || grant.scope === dataScope.self || hasBase(rules, grant),
    text: scopeText(rules, grant),
  }))
  const isMet = lines.some((line) => line.isMet)
  const text = lines.length > 1 ? '多个角色的数据范围相加' : '按角色的数据范围'
  return said(explainStep.scope, isMet, isMet ? text : '数据范围内没有任何部门或人员', lines)
}

function hasBase({ person }: AccessRules, grant: MenuGrant): boolean {
  return grant.scope === dataScope.chosen ? grant.departmentIds.length > 0 : person.departmentId !== null
}

function scopeText({ person, departmentNames }: AccessRules, { scope: code, departmentIds }: MenuGrant): string {
  const own = person.departmentName ?? '未分配部门'
  switch (code) {
    case dataScope.chosen:
      return `${dataScope.label(code)}：${departmentIds.map((id) => departmentNames.get(id) ?? '已删除的部门').join('、')}`
    case dataScope.ownDepartment:
    case dataScope.ownAndBelow:
      return `${dataScope.label(code)}（${own}）`
    default:
      return dataScope.label(code)
  }
}

function row(rules: AccessRules, record: RecordFacts): ExplainReason {
  const lines = grantsOn(rules).map(({ role, grant }) => {
    const isMet = covers(rules.person, grant, record)
    return { id: role.id, name: role.name, isMet, text: isMet ? `范围包含${record.label}` : `范围不包含${record.label}` }
  })
  const isMet = lines.some((line) => line.isMet)
  return said(explainStep.row, isMet, isMet ? `可以看到${record.label}` : `${record.label}不在数据范围内`, lines)
}

/** Does one role's scope on one menu include the row? */
export function covers(
  person: { readonly id: string; readonly departmentId: string | null },
  { scope: code, departmentIds }: MenuGrant,
  { staffId, departments }: RecordFacts,
): boolean {
  switch (code) {
    case dataScope.all:
      return true
    case dataScope.chosen:
      return departments.some(({ id }) => departmentIds.includes(id))
    case dataScope.ownDepartment:
      return departments.some(({ id }) => id === person.departmentId)
    case dataScope.ownAndBelow:
      return person.departmentId !== null && departments.some(({ line }) => line.includes(person.departmentId ?? ''))
    default:
      return staffId === person.id
  }
}
